import { PhoneCounter } from '../../../lists/phoneCounter';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { approve } from '../../../campaign/change';
import { atOnce, leaseMs } from '../../../campaign/piece';
import { planCampaign } from './plan';
import { totalsOf } from '../../../campaign/totals';
import { hashOf } from '../../../campaign/seal';
import { readCampaignSettings, type SettingsInput } from '../../../campaign/settings';
import type { Piece, Campaign, Runner } from '../../../campaign/types';
import { MobileDataCampaign } from '../../../nodes/MobileDataCampaign/MobileDataCampaign.node.js';
import type { CredentialsInMemory } from '../credentialsHelper';
import { errorOf, fieldsOf, runNode, type NodeRun } from '../runNode';

/** The ID of the execution in which a test runs a node. */
export const execution = 'test';

const asked = { name: 'spring', serviceKey: 'LOYALTYDATA01', budget: 10_000 };

/** How a list was read that has no file. */
export const noList = {
	rows: 0,
	badRows: 0,
	columns: {},
	unusedColumns: [],
	numbers: new PhoneCounter().counts,
	countries: '',
};

export const phoneOf = (n: number) => String(999_000_001_000 + n);

/** A campaign as it is stored: planned, and approved where `isApproved`. */
export function storedCampaign(count: number, settings: SettingsInput = {}, isApproved = true) {
	const now = Date.now() - 60_000;
	const plan = planCampaign({
		settings: readCampaignSettings({ ...asked, ...settings }, 'UTC', now),
		rows: Array.from({ length: count }, (_, n) => ({
			row: n + 2,
			phone: phoneOf(n),
			megabytes: 2,
		})),
		bad: [],
		list: noList,
		optOuts: [],
		givenBefore: new Set<string>(),
		now,
		keys: { planId: 'p1', viewKey: 'view', controlKey: 'control' },
	});
	const planned: Campaign = { ...plan.campaign, id: 1 };
	const pieces = plan.pieces.map((piece, n): Piece => ({ ...piece, id: n + 1 }));
	const input = {
		campaign: planned,
		key: 'control',
		now,
		zone: 'UTC',
		hash: hashOf(planned),
		by: 'Ada',
		namesakes: [planned],
	};
	const change = approve({ ...input, totals: totalsOf(pieces) });
	const approved = change.refused === undefined ? change.campaign?.set : {};
	const campaign = { ...planned, ...(isApproved && approved) } as Campaign;
	const [piece] = pieces;
	if (!piece) throw new Error('Nothing was planned');
	return { campaign, pieces: [piece] as const, list: plan.lists[0]?.list ?? '' };
}

/** The row of the runner, before anybody has sent. */
export const newRunner: Runner = {
	id: 1,
	token: 'new',
	leaseUntil: atOnce,
	taken: '[]',
	day: '',
	dayMb: 0,
};

/** The row of a runner that has taken pieces. @param token of its step */
export function takenBy(token: string, pieces: readonly Piece[], at: number, day = ''): Runner {
	const taken = pieces.map(({ id, stamp, notSentMb }) => {
		return { id, stamp, token, at, megabytes: notSentMb };
	});
	const leaseUntil = new Date(at + leaseMs).toISOString();
	return { ...newRunner, token, leaseUntil, taken: JSON.stringify(taken), day };
}

/** Runs an operation of the node, and gives the items of each output. */
export async function runCampaign(
	credentials: CredentialsInMemory,
	parameters: object,
	items: object[] = [{}],
	more: Partial<NodeRun> = {},
) {
	const run = await runNode({
		node: new MobileDataCampaign(),
		credentials,
		executionId: execution,
		parameters: { resource: 'campaign', ...parameters } as INodeParameters,
		items: items as IDataObject[],
		...more,
	});
	const outputs = [0, 1, 2, 3, 4, 5, 6, 7].map((output) => fieldsOf(run, output));
	return { outputs, error: errorOf(run), run };
}
