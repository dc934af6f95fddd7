import { confirmationOf } from '../../platform/confirmation';
import { readIdentificationReturn, readPaymentReturn } from '../../platform/customerReturn';
import { readNotification } from '../../platform/notification';
import { isSigned, signedText, type Entries } from '../../platform/signature';
import { forge, slotsOf, type Slot } from '../support/triggers/forger';
import {
	allRules,
	hasForm,
	isOther,
	isTakenInReturn,
	oldConfirmation,
	type Rule,
} from '../support/triggers/oldRules';
import { alpha, signed, success, type Fields } from '../support/triggers/webhookEvents';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const timestamp = String(now / 1000);
const [own, victim] = ['33639989999', '33639981234'];

const paid: Fields = { ...success, transactionid: '7000001235', phone: own, userid: 'mallory' };
const failed: Fields = { ...paid, status: 'failed', errormessage: 'no credit' };
const { phone: msisdn = '', mnocode: operator = '', transactionid: trid = '' } = failed;
const back: Fields = {
	...{ status: 'failed', trid, userid: own, operator, msisdn, reference: 'order 9' },
	timestamp: `${timestamp}123`,
};

/** Records of the platform: two payments of the victim, one with an ID that begins as the attacker's, and the attacker's. */
const recordOf = (transactionId: number, more: object) => ({
	...{ transactionId, msisdn: victim, serviceKey: 'GAMECLUB04', operator, country: 'FR' },
	...{ merchantReference: 'order 7', actionStatus: 'COMPLETED', action: 'SUB_START' },
	...{ endUserPrice: 1, amount: 30 },
	...more,
});
const records = [
	recordOf(7000001234, {}),
	recordOf(700000123, { endUserPrice: 2 }),
	recordOf(7000001235, { msisdn: own, actionStatus: 'FAILED', merchantReference: 'order 9' }),
];
const found = { status: 200, body: records };

/** A text that an attacker has signed: the end of a notification of the victim's payment. */
const ending = 'GAMECLUB04success7000001234eve';
const whole = `30fr1.00FR_ORANGE${victim}${ending}`;

const sorted = (fields: Fields): Entries =>
	Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
const withSignOf = (seen: Fields, call: Entries): Entries => [
	...call,
	['sign', signed(seen).sign ?? ''],
];

/** The fields of a confirmed call, but for the unproven ones. */
function confirmed(call: Entries): object | undefined {
	const read = readNotification([call], [alpha]);
	if (read.refused) return undefined;
	const answer = confirmationOf(read.event, ['status', 'msisdn', 'price'], found);
	return answer.state === 'confirmed' ? answer.shown : undefined;
}
const old = (call: Entries): object | undefined =>
	oldConfirmation(Object.fromEntries(call), signedText(call), records);
/** The confirmed fields of the genuine notification of each transaction. */
const truth = records.map((record) => {
	const genuine = signed({
		...success,
		transactionid: String(record.transactionId),
		phone: record.msisdn,
		enduserprice: String(record.endUserPrice),
		status: record.actionStatus === 'COMPLETED' ? 'success' : 'failed',
	});
	return confirmed(Object.entries(genuine));
});

const swallowed = { ...paid, status: 'failed', reference: `${victim}order 9`, userid: ending };
const hidden = `${own}order 70.60EURGAMECLUB04failed7000001235`;
/** Empty fields are left out. */
const phoneless = { ...paid, phone: '' };
const shareless = { ...failed, revenue: '', revenuecurrency: '' };
describe.each<[string, Fields, Fields, object | undefined, object]>([
	[
		'a user ID that holds the end of another call',
		{ ...paid, status: 'failed', userid: ending },
		{
			...{ ...shareless, errormessage: '', phone: '', reference: hidden },
			...{ status: 'success', transactionid: '7000001234', userid: 'eve' },
		},
		undefined,
		{ transactionId: '7000001234', status: 'success', userId: 'eve' },
	],
	[
		'an older ID that begins as the own one, and the own number in the reference',
		{ ...paid, enduserprice: '2.00' },
		{
			...{ ...phoneless, enduserprice: '2.00', reference: `${own}order 7` },
			...{ transactionid: '700000123', userid: '5mallory' },
		},
		undefined,
		{ transactionId: '700000123', userId: '5mallory' },
	],
	[
		'an operator code that swallows the own number',
		swallowed,
		{
			...shareless,
			...{ errormessage: '', mnocode: `${operator}${own}`, phone: victim },
			reference: 'order 90.60EURGAMECLUB04failed7000001235',
			...{ status: 'success', transactionid: '7000001234', userid: 'eve' },
		},
		truth[0],
		{ transactionId: '7000001234', status: 'success', userId: 'eve' },
	],
	[
		'an identification with an own Return URL',
		{ q: whole, timestamp },
		{
			...{ amount: '30', country: 'fr', enduserprice: '1.00', mnocode: operator, phone: victim },
			...{ service: 'GAMECLUB04', status: 'success', transactionid: '7000001234' },
			userid: `eve${timestamp}`,
		},
		truth[0],
		{ transactionId: '7000001234', userId: `eve${timestamp}` },
	],
	[
		'a return with its time and a chosen reference',
		{ ...back, subscriptionid: '500000001', reference: `1.00${victim}${ending}` },
		{
			clientid: `${own}${operator}`,
			...{ enduserprice: '1.00', phone: victim, service: 'GAMECLUB04', status: 'success' },
			transactionid: '7000001234',
			userid: `evefailed500000001${timestamp}123${trid}${own}`,
		},
		truth[0],
		{ transactionId: '7000001234', status: 'success' },
	],
	[
		'a share of 0.60 made 60',
		failed,
		{ ...failed, reference: 'order 70.', revenue: '60' },
		truth[2],
		{ transactionId: '7000001235', revenue: 60 },
	],
])('%s', (_what, seen, forged, says, said) => {
	const given = Object.fromEntries(Object.entries(forged).filter(([, value]) => value !== ''));
	const call = withSignOf(seen, sorted(given));
	test('has the right signature, and was taken from the call before', () => {
		expect(isSigned(call, alpha)).toBe(true);
		expect(old(call)).toMatchObject(said);
	});
	test('is confirmed only with what the record shows', () => {
		expect(confirmed(call)).toEqual(says);
	});
});

/** Signed calls that attackers have seen, by the value that they chose in it. */
const seen: Record<string, Fields> = {
	'nothing, plain ID': failed,
	'nothing, encrypted ID': { ...failed, transactionid: '3+enZv5EgW3N4M1j7I874Q==' },
	'user ID': { ...failed, userid: whole },
	reference: { ...failed, reference: whole },
	'nothing in a return': back,
	'reference of a return': { ...back, reference: whole },
	'reference of a subscription’s return': {
		...{ ...back, subscriptionid: '500000001', reference: whole },
	},
	'own parameter of a return': { ...back, order: whole },
	'Return URL of an identification': { q: whole, timestamp },
	'nothing in our link': { apikey: 'GAMECLUB04', returnurl: 'https://shop.example/b', timestamp },
	'text in our link': {
		...{ apikey: 'GAMECLUB04', timestamp, returnurl: `https://shop.example/?q=${whole}` },
	},
};
const names = [...Object.keys(success), 'clientid', 'errormessage'];

describe('the forger, with all cuts of eleven signed calls', () => {
	/** Cuts that name a transaction of the record, with its number and price or without. */
	const goals = records.flatMap((record) =>
		[record.msisdn, ''].flatMap((phone) =>
			[`${record.endUserPrice}.00`, ''].map((enduserprice): Fields => {
				const status = record.actionStatus === 'COMPLETED' ? 'success' : 'failed';
				const transactionid = String(record.transactionId);
				return { phone, enduserprice, status, transactionid, service: 'GAMECLUB04' };
			}),
		),
	);
	const attack = (
		says: (call: Entries) => object | undefined,
		isLie: (said: object) => boolean,
		takes: (name: string, value: string) => boolean,
		takesInvented: (value: string) => boolean,
	) => {
		const all = { cuts: 0, confirmed: 0, lies: 0 };
		for (const call of Object.values(seen))
			for (const goal of goals) {
				if (!Object.values(goal).every((value) => signedText(call).includes(value))) continue;
				const slots = slotsOf(
					names,
					(name, value) => value === (goal[name] ?? value) && takes(name, value),
					takesInvented,
				);
				const { count, calls } = forge(signedText(call), slots);
				all.cuts += count;
				for (const one of calls) {
					const said = says(withSignOf(call, one));
					if (!said) continue;
					all.confirmed += 1;
					if (isLie(said)) all.lies += 1;
				}
			}
		return all;
	};

	test('finds the hole of the old rule', () => {
		const { lies } = attack(
			old,
			// Nobody has signed a user ID for a payment of the victim.
			(said) => {
				const { transactionId, userId } = said as Fields;
				return transactionId !== trid && userId !== undefined;
			},
			hasForm,
			(value) => value === '',
		);
		expect(lies).toBeGreaterThan(50);
	});

	test('finds nothing in what is confirmed, though it gets there', () => {
		const true_ = truth.map((said) => JSON.stringify(said));
		const found = attack(
			confirmed,
			(said) => !true_.includes(JSON.stringify(said)),
			() => true,
			() => true,
		);
		expect(found.confirmed).toBeGreaterThan(50);
		expect(found).toMatchObject({ cuts: expect.closeTo(8.5e26, -25) as number, lies: 0 });
	});

	test('finds that a failed return says success, and the platform contradicts it', () => {
		const fields = ['msisdn', 'status', 'trid', 'userid', 'reference', 'operator', 'timestamp'];
		const call = { ...back, reference: 'success', userid: 'x' };
		const isGoal = (name: string, value: string) => {
			const wanted = { status: 'success', trid: '7000001235', msisdn: own }[name];
			return value === (wanted ?? value);
		};
		const { count, calls } = forge(
			signedText(call),
			slotsOf(fields, isGoal, () => true),
		);
		expect(count).toBeGreaterThan(100);
		for (const one of calls) {
			const read = readPaymentReturn([withSignOf(call, one)], [alpha]);
			expect(read).toMatchObject({ status: 'success', signatureChecked: true });
			const answer = confirmationOf(read, ['status', 'msisdn'], found);
			expect(answer).toEqual({ state: 'contradicted', field: 'status' });
		}
	});
});

/** Rules that were taken out, and what the signature would still stop with them: whether anybody gets to *success*. */
const rules = (without?: Rule) => allRules.filter((rule) => rule !== without);
describe('what the old rules of the signature stopped', () => {
	const usual = ['phone', 'userid', 'country', 'mnocode', 'amount', 'transactionid'];
	const cuts = (call: Fields, on: readonly Rule[]) => {
		const text = signedText(call);
		if (isOther(text, 'GAMECLUB04', on)) return 0;
		const wanted: Fields = {
			service: 'GAMECLUB04',
			status: 'success',
			transactionid: '7000001234',
		};
		const takes = (name: string, value: string) =>
			value === (wanted[name] ?? value) &&
			(!on.includes('forms') || (hasForm(name, value) && (value !== '' || !usual.includes(name))));
		return forge(
			text,
			slotsOf(names, takes, () => true),
			0,
		).count;
	};
	test.each<[string, boolean, boolean, Rule | undefined]>([
		['nothing, plain ID', false, false, undefined],
		['nothing, encrypted ID', false, false, undefined],
		['user ID', true, true, undefined],
		['reference', true, true, undefined],
		['nothing in a return', false, false, undefined],
		['reference of a return', false, true, 'return time'],
		['reference of a subscription’s return', true, true, undefined],
		['own parameter of a return', false, true, 'return time'],
		['Return URL of an identification', true, true, undefined],
		['nothing in our link', false, false, undefined],
		['text in our link', false, true, 'own link'],
	])('by choosing %s: with all of them %j, with none %j, by %s', (who, all, none, stopping) => {
		const call = seen[who] ?? {};
		expect([cuts(call, allRules) > 0, cuts(call, []) > 0]).toEqual([all, none]);
		for (const rule of ['forms', 'return time', 'own link'] as const)
			expect(cuts(call, rules(rule)) > 0).toBe(all || rule === stopping);
	});
});

test('with nothing chosen, a forger can name a transaction and a user, with each of the rules', () => {
	const call = seen['nothing, plain ID'] ?? {};
	for (const name of ['transactionid', 'userid'] as const) {
		const takes = (field: string, value: string) =>
			hasForm(field, value) && (field !== name || (value !== '' && value !== call[name]));
		const isAny = slotsOf(names, takes, () => true);
		expect(forge(signedText(call), isAny, 0).count).toBeGreaterThan(0);
	}
});

test('the rule of the return time refused a genuine notification', () => {
	const genuine = { ...success, transactionid: '1795262400123' };
	expect(isOther(signedText(genuine), 'GAMECLUB04', ['return time'])).toBe(true);
});

describe('a customer who comes back from an identification', () => {
	const victims = (call: Fields, ownNames: string[], on: readonly Rule[]) => {
		const text = signedText(call);
		const isTaken = (name: string, value: string) =>
			isTakenInReturn(name, value, text, ownNames, on);
		const wanted: Fields = { timestamp, userid: 'victim' };
		const fields = ['identid', 'msisdn', 'operator', 'timestamp', 'userid', ...ownNames];
		const slots: Slot[] = slotsOf(
			fields,
			(name, value) => value === (wanted[name] ?? value) && isTaken(name, value),
			(value) => value === '' || isTaken('!', value),
		);
		return forge(text, slots);
	};
	test.each<[string, Fields, string[]]>([
		['a user ID that begins with a time', { timestamp, userid: `${timestamp}victim` }, []],
		[
			'the same, with an own parameter',
			{ article: '9', timestamp, userid: `${timestamp}victim` },
			['article'],
		],
		['an own Return URL, without a subscription', { timestamp, zone: 'victim' }, []],
	])('can be anybody by %s, with each of the old rules', (_what, call, ownNames) => {
		const { count, calls } = victims(call, ownNames, allRules);
		expect(count).toBeGreaterThan(0);
		for (const one of calls) {
			const { raw, ...read } = readIdentificationReturn([withSignOf(call, one)], [alpha], now);
			expect(read).toMatchObject({ outcome: 'unverified', unproven: { userId: 'victim' } });
			expect(Object.keys(read).sort()).toEqual(['outcome', 'signatureChecked', 'unproven']);
			expect(raw.userid).toBe('victim');
		}
	});

	test('was stopped by the old rules in some ways', () => {
		const call = { article: `${timestamp}victim`, timestamp, userid: 'player-9' };
		const counts = [allRules, []].map((on) => victims(call, ['article'], on).count);
		expect(counts).toEqual([0, expect.any(Number)]);
		expect(counts[1]).toBeGreaterThan(0);
	});
});
