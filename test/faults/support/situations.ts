import type { INode, INodeParameters } from 'n8n-workflow';
import { looks as giftList, type Platform } from '../../support/platform';
import { lateMs } from './kinds';

type Fault = Parameters<Platform['faults']>[number]['fault'];

/** A write after which the platform is asked what it holds. */
export interface Situation {
	name: string;
	/** Of the subject. */
	key: string;
	/** One of `looks`. */
	looks: string;
	/** What happens to the first writes. */
	broken?: { fault: Fault; times: number };
	parameters?: INodeParameters;
	options?: INodeParameters;
	settings?: Partial<INode>;
	/** The numbers of the rows; a number may be there twice. */
	rows: number[];
	/** So many of the rows were served before, by a run in which nothing went wrong. */
	served?: number;
	/** Whether the rows of one number are to come to one gift. */
	isOnce?: boolean;
	/** Whether no answer can tell the rows of one number apart. */
	hasTwins?: boolean;
}

/** Where the platform is asked what it holds, as `METHOD path`. */
export const looks = {
	gifts: `GET ${giftList}`,
	payments: 'POST /v1/transactions',
};

const gift = {
	key: 'mobileDataGifting dataGift assign',
	looks: looks.gifts,
	rows: [1, 2, 3],
};
const payment = {
	key: 'mobileBilling payment start',
	looks: looks.payments,
	rows: [1, 2, 3],
};
const lost = { fault: { kind: 'drop', when: 'after' }, times: 2 } as const;
const never = { fault: { kind: 'drop', when: 'before' }, times: 2 } as const;
const late = { fault: { kind: 'late', ms: lateMs }, times: 2 } as const;
const campaign = { parameters: { campaign: 'spring', skipAlreadyGifted: true }, isOnce: true };
const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const situations: Situation[] = [
	{ ...gift, name: 'gift, answer lost', broken: lost },
	{ ...gift, name: 'gift, never arrived', broken: never },
	{ ...gift, name: 'gift, arrives late', broken: late },
	{ ...gift, name: 'gift, answer lost, n8n tries again', broken: lost, settings: again },
	{
		...gift,
		name: 'gift, answer lost, impatient, n8n tries again',
		broken: lost,
		options: { tries: 1 },
		settings: again,
	},
	{
		...gift,
		name: 'gifts of one reference and number, answer lost',
		broken: lost,
		parameters: { clientId: 'promo' },
		hasTwins: true,
		rows: [1, 1, 2],
	},
	{ ...gift, ...campaign, name: 'campaign, answer lost', broken: lost, rows: [1, 2, 2, 3] },
	{ ...gift, ...campaign, name: 'campaign again, few', rows: [1, 2, 3, 4], served: 2 },
	{ ...gift, ...campaign, name: 'campaign again, many', rows: [1, 2, 3, 4, 5, 6, 7], served: 4 },
	{
		...gift,
		...campaign,
		name: 'campaign again, many, answer lost, n8n tries again',
		rows: [1, 2, 3, 4, 5, 6, 7],
		served: 4,
		broken: lost,
		settings: again,
	},
	{ ...payment, name: 'payment, answer lost', broken: lost },
	{ ...payment, name: 'payment, never arrived', broken: never },
	{ ...payment, name: 'payment, answer lost, n8n tries again', broken: lost, settings: again },
	{
		...payment,
		name: 'payments of one reference and number, answer lost',
		broken: lost,
		parameters: { clientid: 'order' },
		hasTwins: true,
		rows: [1, 1, 2],
	},
];
