import fc from 'fast-check';
import { confirmationOf } from '../../platform/confirmation';
import { readIdentificationReturn } from '../../platform/identificationReturn';
import { readNotification } from '../../platform/notification';
import { isSigned, type Entries } from '../../platform/signature';
import { alpha, signed, success, type Fields } from '../support/triggers/webhookEvents';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(now / 1000);

const plain: Fields = { ...success, transactionid: '7000001234', userid: '33639981234' };
const failed = { ...plain, transactionid: '7000001235', status: 'failed', event_type: 'one_off' };
const notifications: Record<string, Fields> = {
	success,
	plain,
	failed: { ...failed, errormessage: 'success 9.99' },
	more: { ...plain, balance: '9', session: '1', userlevel: 'gold', wap: 'true' },
};
const subscribers: Record<string, Fields> = {
	digits: { userid: '33639981234', timestamp },
	article: { article: '42', timestamp, userid: 'player-1' },
};
const { transactionid: trid = '', phone: msisdn = '', reference = '' } = success;
const customer = { userid: 'player-1', operator: 'FR_ORANGE', msisdn, reference };
const returnurl = `https://shop.example/?q=${timestamp}eve`;
/** Calls of the platform, and a link of ours, that somebody has seen. */
const genuine: Record<string, Fields> = {
	...notifications,
	...subscribers,
	paymentReturn: { ...customer, status: 'success', trid, timestamp: `${timestamp}123` },
	oneOff: { ...customer, reference: `${timestamp}-7`, status: 'canceled', trid },
	stranger: { article: `${timestamp}eve`, timestamp },
	strangerOfZone: { timestamp, zone: 'eve' },
	visitor: { identid: '7000001234', msisdn, operator: 'FR_ORANGE', timestamp },
	link: { apikey: alpha.serviceKey, returnurl, timestamp },
};

const recordOf = (sent: Fields, more: object) => ({
	transactionId: sent.transactionid,
	msisdn: sent.phone,
	serviceKey: sent.service,
	operator: sent.mnocode,
	country: 'FR',
	merchantReference: sent.reference,
	actionStatus: 'COMPLETED',
	action: 'SUB_START',
	endUserPrice: 1,
	amount: 30,
	...more,
});
/** What the platform shows; the last one has an ID that begins as another. */
const records = [
	recordOf(success, { transactionId: 4711, encryptedTransactionId: trid }),
	recordOf(plain, {}),
	recordOf(failed, { actionStatus: 'FAILED', action: 'CHARGE' }),
	recordOf(plain, { transactionId: 700000123, endUserPrice: 2 }),
];

/** Names that an attacker makes up, and those of all kinds of calls. */
const names = [
	'a',
	'amounu',
	'd',
	'mnp',
	'reg',
	'statut',
	'trid',
	'useric',
	'zz',
	'clientid',
	'apikey',
	'timestamp',
	'msisdn',
	'operator',
	'identid',
	'article',
	'zone',
	'errormessage',
	'returnurl',
	...Object.keys(plain),
];

interface Step {
	kind: string;
	at: number;
	by: number;
	name: string;
}

/** One change that leaves the signed text as it is. */
const step: fc.Arbitrary<Step> = fc.record({
	kind: fc.constantFrom('shift', 'rename', 'cut', 'join'),
	at: fc.nat(20),
	by: fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -60, max: 60 })),
	name: fc.constantFrom(...names),
});

function changed(call: Entries, { kind, at: place, by, name }: Step): Entries {
	const at = place % call.length;
	const [before, behind] = [call.slice(0, at), call.slice(at + 1)];
	const [[own, value] = ['', ''], [next, other] = ['', ''], ...rest] = call.slice(at);
	const text = value + other;
	const cut = by < 0 ? Math.max(0, value.length + by) : Math.min(text.length, value.length + by);
	const isBetween = (lower: string) => lower < name && (next === '' || name < next);
	const put = (...entries: Entries) => [...before, ...entries];
	if (kind === 'shift' && next)
		return put([own, text.slice(0, cut)], [next, text.slice(cut)], ...rest);
	if (kind === 'join' && next) return put([by < 0 ? own : next, text], ...rest);
	if (kind === 'cut' && isBetween(own))
		return put([own, value.slice(0, cut)], [name, value.slice(cut)], ...behind);
	const isRenamed = kind === 'rename' && isBetween(call[at - 1]?.[0] ?? '');
	return isRenamed ? put([name, value], ...behind) : call;
}

const sorted = (fields: Fields) =>
	Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : Number(one > other)));

const variants = fc
	.tuple(fc.constantFrom(...Object.keys(genuine)), fc.array(step, { minLength: 1, maxLength: 6 }))
	.map(([from, steps]) => {
		const { sign = '', ...fields } = signed(genuine[from] ?? {});
		const call = steps.reduce<Entries>(changed, sorted(fields));
		return { from, call: [...call, ['sign', sign]] as Entries };
	});

/** What a trigger that confirms would start with, but for what only informs. */
function meaning(call: Entries, service: typeof alpha | undefined): object | undefined {
	const found = readNotification([call], service && [service]);
	if (found.refused) return undefined;
	const answer = confirmationOf(found, { status: 200, body: records });
	if (answer.state !== 'confirmed') return undefined;
	const { revenue, revenueCurrency, errorMessage, mccmnc, ...event } = answer.event;
	const informs = [revenue, revenueCurrency, errorMessage, mccmnc];
	return informs.length > 0 ? { ...event, transactionId: answer.transactionId } : undefined;
}

test('of 10,000 signed calls that were shifted, renamed, cut and joined, not one says anything else', () => {
	let [started, subscribed] = [0, 0];
	fc.assert(
		fc.property(variants, ({ from, call }) => {
			expect(isSigned(call, alpha)).toBe(true);
			for (const service of [alpha, undefined]) {
				const said = meaning(call, service);
				if (said === undefined) continue;
				started += 1;
				const sent = sorted(signed(notifications[from] ?? {}));
				expect(meaning(sent, service)).toMatchObject(said);
			}
			// As the links were made: with one of these parameters in their Return URL, or without.
			const own = ['article', 'zone'].filter((name) => name in (genuine[from] ?? {}));
			for (const ownParameters of own.length > 0 ? [own] : [[], ['article'], ['zone']]) {
				const expected = { ownParameters, now };
				const { outcome, userId } = readIdentificationReturn([call], [alpha], expected);
				if (outcome !== 'subscribed') continue;
				subscribed += 1;
				expect(userId).toBe(subscribers[from]?.userid);
			}
		}),
		{ numRuns: Number(process.env.FORGERIES ?? 10_000) },
	);
	// Some changes only name what nobody reads.
	expect([started > 100, subscribed > 10]).toEqual([true, true]);
});

test('a payment that returns is no notification, whatever its parameters are called', () => {
	const { serviceKey: service } = alpha;
	const came = { ...customer, status: 'success', timestamp: `${timestamp}123`, trid };
	const { sign = '', ...fields } = signed({ ...came, reference: `order 8${service}` });
	const { trid: transactionid = '', ...rest } = { ...fields, reference: 'order 8' };
	const call = Object.entries({ ...rest, service, transactionid, sign });
	expect(isSigned(call, alpha)).toBe(true);
	expect(readNotification([call], [alpha])).toEqual({ refused: 'key' });
});
