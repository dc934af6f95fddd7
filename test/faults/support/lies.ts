import type { Settings } from '../../../sandbox/settings';
import type { Platform } from '../../support/platform';
import { errorBody, listDelaySeconds, type Strike } from './kinds';

type FaultRule = Parameters<Platform['faults']>[number];

/** What the platform says when it is asked what it holds, true or not. */
export interface Lie {
	name: string;
	/** Whether a careful reader can still tell what was done. */
	isTelling: boolean;
	settings?: Partial<Settings>;
	/** In the place of its real answers to look-ups. */
	fault?: FaultRule['fault'];
}

const answer = (body: unknown, status = 200) => ({ kind: 'answer' as const, status, body });
const concealing = (how: 'part' | 'cut' | 'digest' | 'null' | 'omit', ...fields: string[]) => ({
	kind: 'conceal' as const,
	how,
	fields,
});

const references = ['clientId', 'merchantReference'];

/** The contract shows neither the records of gifts nor the errors of searches, so all of these may be. */
export const lies: Lie[] = [
	{ name: 'the truth', isTelling: true },
	{ name: 'numbers in part', isTelling: true, fault: concealing('part', 'msisdn') },
	{ name: 'numbers null', isTelling: true, fault: concealing('null', 'msisdn') },
	{ name: 'no numbers', isTelling: true, fault: concealing('omit', 'msisdn') },
	{ name: 'digests of numbers', isTelling: true, fault: concealing('digest', 'msisdn') },
	{ name: 'late', isTelling: true, settings: { queryDelaySeconds: listDelaySeconds } },
	{ name: 'references in part', isTelling: false, fault: concealing('part', ...references) },
	{ name: 'references cut off', isTelling: false, fault: concealing('cut', ...references) },
	{ name: 'references null', isTelling: false, fault: concealing('null', ...references) },
	{ name: 'no references', isTelling: false, fault: concealing('omit', ...references) },
	{
		name: 'neither',
		isTelling: false,
		fault: concealing('omit', 'msisdn', ...references),
	},
	{
		name: 'an error, 200',
		isTelling: false,
		fault: answer(errorBody),
	},
	{ name: 'an error, 404', isTelling: false, fault: answer({ status: 'NO_ROUTE' }, 404) },
	{
		name: 'not found, 404',
		isTelling: false,
		fault: answer({ status: 'NOT_FOUND', message: 'No handler found' }, 404),
	},
	{ name: 'an empty object', isTelling: false, fault: answer({}) },
	{
		name: 'one record, and no list',
		isTelling: false,
		fault: answer({ msisdn: '999100001999', clientId: 'other', merchantReference: 'other' }),
	},
	{ name: 'an error in a list', isTelling: false, fault: answer([{ status: 'FAILED' }]) },
	{
		name: 'an error around a list',
		isTelling: false,
		fault: answer({ success: false, content: [], totalElements: 0 }),
	},
	{ name: 'an empty part, 206', isTelling: false, fault: answer([], 206) },
	{
		name: 'an empty page of more',
		isTelling: false,
		fault: answer({ content: [], totalElements: 0, totalPages: 3 }),
	},
	{ name: 'a text', isTelling: false, fault: answer('in maintenance') },
	{ name: 'a number', isTelling: false, fault: answer(0) },
	{ name: 'half of it', isTelling: false, fault: { kind: 'truncate' } },
];

/** Lets a platform lie wherever it is asked what it holds. */
export function rulesOf({ fault }: Lie, looks: string, strike: Strike): FaultRule[] {
	if (fault === undefined) return [];
	const [method = '', path = ''] = looks.split(' ');
	return [{ method, path, fault, ...strike }];
}
