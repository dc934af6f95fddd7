import { recordPage, type CustomerRecord } from '../../desk/customerRecord';

const none: CustomerRecord = {
	phone: '+33639980001',
	subscriptions: [],
	transactions: [],
	gifts: [],
	zone: 'Europe/Vienna',
};

/** The words of a page, cell by cell. */
const wordsOf = (record: Partial<CustomerRecord>) =>
	recordPage({ ...none, ...record })
		.replace(/^.*<body>/s, '')
		.replace(/<[^>]*>/g, '|')
		.replace(/[\s|]*\|[\s|]*/g, '|')
		.replace(/\s+/g, ' ');

const paid = { status: 'success', price: 2.99, currency: 'EUR', transactionId: '820000003' };

it('asks for a number before anybody is looked up', () => {
	expect(wordsOf({ phone: '' })).toBe(
		'|Look up a customer|Phone number with country code|Look up|',
	);
});

it('says of each kind that there is nothing', () => {
	expect(wordsOf({ transactions: [{}] })).toContain(
		'|Customer +33639980001|Phone number with country code|Look up|Subscriptions|None.|Charges of the last 90 days|None.|Gifts|None.|Times of Europe/Vienna.|',
	);
});

it.each<[object, string]>([
	[{ active: true, timeToExpire: '2026-12-04T10:00:00Z' }, 'Active, paid until 4 Dec 2026, 11:00'],
	[{ active: true }, 'Active, not paid'],
	[{ active: false, timeToExpire: '2026-12-04T10:00:00Z' }, 'Ended, paid until 4 Dec 2026, 11:00'],
	[{ active: false }, 'Ended'],
])('a subscription %j is %s', (state, words) => {
	const since = { timeSubscribed: '2026-11-27T10:00:00Z', subscriptionId: '5000001' };
	const price = { price: 2.9, currency: 'EUR' };
	const subscriptions = [{ ...state, ...since, ...price, serviceKey: 'GAMECLUB04' }];
	expect(wordsOf({ subscriptions })).toContain(
		`Subscriptions (1)|Service|State|Price|Since|ID|GAMECLUB04|${words}|2.90 EUR|27 Nov 2026, 11:00|5000001|`,
	);
});

it.each<[object, string]>([
	[{ action: 'CHARGE' }, '|Charge|Charged|2.99 EUR|'],
	[{ action: 'SUB_RENEW' }, '|Subscription Renewal|Charged|'],
	[{ action: 'REFUND' }, '|Refund|Done|'],
	[{ action: 'SUB CANCEL', price: undefined }, '|Subscription Canceled|Done|820000003|'],
	[
		{ action: 'CHARGE', status: 'failed', errorType: 'NOT_ENOUGH_CREDIT' },
		'|Charge|Failed: there is not enough credit|',
	],
	[
		{ action: 'CHARGE', status: 'failed', errorType: 'OPERATOR_ERROR' },
		'|Charge|Failed: Operator error|',
	],
	[{ action: 'CHARGE', status: 'pending' }, '|Charge|Pending|'],
	[{ action: 'constructor', status: 'canceled' }, '|Constructor|Canceled|'],
	[{ action: 'CHARGE', clientReference: 'order-1' }, '|820000003|order-1|'],
	[{ action: '<b>', clientReference: '<img>' }, '|&#60;b&#62;|Done|'],
])('a transaction %j is %s', (transaction, words) => {
	const transactions = [{ ...paid, ...transaction }];
	expect(wordsOf({ transactions })).toContain(words);
});

it.each<[object, string]>([
	[{ amount: 2048, status: 'assigned' }, '|2,048 MB|Assigned|'],
	[{ amount: '2 GB', status: 'NOT_DONE' }, '|2 GB|Not done|'],
])('a gift %j is %s', (gift, words) => {
	const gifts = [{ ...gift, timeCreated: '2026-11-27T10:00:00Z', transactionId: '7' }];
	expect(wordsOf({ gifts })).toContain(`|27 Nov 2026, 11:00${words}7|`);
});

it('shows the newest of each kind first, in whichever order the platform lists them', () => {
	const days = ['02', '03', '01'];
	const at = (day: string) => `2026-11-${day}T10:00:00Z`;
	const words = wordsOf({
		subscriptions: days.map((day) => ({ serviceKey: `S${day}`, timeSubscribed: at(day) })),
		transactions: days.map((day) => ({ transactionId: `T${day}`, timeCharged: at(day) })),
		gifts: days.map((day) => ({ transactionId: `G${day}`, timeCreated: at(day) })),
	});
	for (const kind of ['S', 'T', 'G']) {
		const shown = words.match(new RegExp(`${kind}0\\d`, 'g'));
		expect(shown).toEqual([`${kind}03`, `${kind}02`, `${kind}01`]);
	}
});

it('says once why something is missing, and shows the rest', () => {
	const error = { message: "'Phone Number' must include the country code", description: 'Add it.' };
	const words = wordsOf({
		subscriptions: [{ error }],
		transactions: [{ error }],
		gifts: [{ amount: 5, transactionId: '7' }],
	});
	expect(words.split('must include the country code')).toHaveLength(2);
	expect(words).toContain('|Subscriptions|Not known.|');
	expect(words).toContain('|Gifts (1)|');
});

it.each<[string, boolean]>([
	['06 39 98 00 01', true],
	['+33 6 39 98', true],
	['undefined', true],
	['33639980001', false],
	['+33 6 39 98 00 01', false],
	['alias-of-ada', false],
])('says of %s what is wrong with it: %s', (phone, isWrong) => {
	const words = wordsOf({ phone });
	expect(words.includes('&#39;Phone Number&#39; must ')).toBe(isWrong);
	expect(words).toContain(`|Subscriptions|${isWrong ? 'Not known.' : 'None.'}|`);
});

it('shows no price where nothing was charged', () => {
	const transactions = [{ ...paid, action: 'SUB CANCEL', price: 0 }];
	expect(wordsOf({ transactions })).not.toContain('EUR');
});
