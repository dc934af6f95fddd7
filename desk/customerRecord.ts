import { html } from '../pages/html';
import { isObject, textIn } from '../platform/answer';
import { actions } from '../platform/vocabulary';
import { number, price as priceIn, timeIn } from '../platform/figureWords';
import { onInputError } from '../platform/input';
import { fieldLabels } from '../lists/columns';
import { phoneAsEntered, normalizePhone } from '../platform/phoneNumber';
import { searchForm, type FormField } from './formFields';
import { pageOf } from './renderSections';
import { note, text, type Cell, type Section } from './sections';
import { say, texts, translated } from '../platform/say';

type Item = Record<string, unknown>;

/** The platform's records of one customer, as the nodes give them; an item with `error` says why something is missing. */
export interface CustomerRecord {
	/** As typed; '' before a look-up. */
	phone: string;
	subscriptions: Item[];
	transactions: Item[];
	gifts: Item[];
	/** The time zone of the page. */
	zone: string;
}

/** The page for support staff: subscriptions, charges and gifts of one customer, newest first. */
export function recordPage(record: CustomerRecord): string {
	const { phone, zone } = record;
	const field: FormField = [
		'phone',
		say`Phone number with country code`,
		'tel',
		html`maxlength="40" required`,
	];
	const search = html`<section>${searchForm(field, phone, say`Look up`)}</section>`;
	if (phone === '') return pageOf(say`Look up a customer`, search);
	const unread = numberProblems(phone);
	const problems =
		unread.length > 0 ? unread : problemsOf(parts.flatMap(({ name }) => record[name]));
	return pageOf(
		say`Customer ${phone}`,
		search,
		...problems.flatMap((reason) => note('error', 'missing', reason)),
		...parts.map((part) => sectionOf(part, record[part.name], zone, unread.length > 0)),
		html`<p class="soft">${say`Times of ${zone}.`}</p>`,
	);
}

/** Why a number without its country code finds nobody. Aliases of some platforms, which aren't digits, pass. */
function numberProblems(phone: string): string[] {
	const read = () => {
		if (/^\d+$/.test(phoneAsEntered(phone))) normalizePhone(phone);
		return [];
	};
	return onInputError<string[]>(read, (error) => [translated(error.sentence(fieldLabels.phone))]);
}

/** Why something can't be shown, each reason once. */
function problemsOf(items: Item[]): string[] {
	const reasons = items.flatMap(({ error }) => {
		if (!isObject(error)) return [];
		return [[error.message, error.description].flatMap((words) => textIn(words) ?? []).join('. ')];
	});
	return [...new Set(reasons)].map((reason) => say`Something is missing here: ${reason}`);
}

/** Records of one kind. */
interface Part {
	name: 'subscriptions' | 'transactions' | 'gifts';
	title: string;
	/** The field with the time of a record, in ISO 8601. */
	time: string;
	columns: [head: string, cellOf: (item: Item, zone: string) => Cell][];
}

const parts: Part[] = [
	{
		name: 'subscriptions',
		title: texts('Subscriptions'),
		time: 'timeSubscribed',
		columns: [
			[texts('Service'), ({ serviceKey }) => plain(serviceKey)],
			[texts('State'), subscriptionState],
			[texts('Price'), money],
			[texts('Since'), ({ timeSubscribed }, zone) => timeIn(zone, plain(timeSubscribed))],
			[texts('ID'), ({ subscriptionId }) => plain(subscriptionId)],
		],
	},
	{
		name: 'transactions',
		title: texts('Charges of the last 90 days'),
		time: 'timeCharged',
		columns: [
			[texts('Time'), ({ timeCharged }, zone) => timeIn(zone, plain(timeCharged))],
			[texts('Event'), ({ action }) => wordFor(actions, action)],
			[texts('Result'), resultOf],
			[texts('Price'), money],
			[texts('ID'), ids],
		],
	},
	{
		name: 'gifts',
		title: texts('Gifts'),
		time: 'timeCreated',
		columns: [
			[texts('Time'), ({ timeCreated }, zone) => timeIn(zone, plain(timeCreated))],
			[texts('Data'), dataOf],
			[texts('Result'), ({ status }) => inWords(plain(status))],
			[texts('ID'), ids],
		],
	},
];

/** Records, newest first: platforms list them oldest or newest first. */
/** @param isUnread whether the number finds nobody as it was typed */
function sectionOf(
	{ name, title, time, columns }: Part,
	items: Item[],
	zone: string,
	isUnread: boolean,
): Section {
	const label = translated(title);
	const found = items.filter((item) => !item.error && Object.keys(item).length > 0);
	const isKnown = items.every(({ error }) => !error) && (found.length > 0 || !isUnread);
	if (!isKnown || found.length === 0) {
		return { name, title: label, parts: [text(isKnown ? say`None.` : say`Not known.`)] };
	}
	const timeOf = (item: Item) => textIn(item[time]) ?? '';
	const newest = found.sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
	const rows = newest.map((item) => columns.map(([, cellOf]) => cellOf(item, zone)));
	const head = columns.map(([words]) => translated(words));
	const shown = { kind: 'table' as const, label, head, rows };
	return { name, title: `${label} (${number(found.length)})`, parts: [shown] };
}

function subscriptionState({ active, timeToExpire }: Item, zone: string): string {
	const until = timeIn(zone, plain(timeToExpire));
	const [state, unpaid] = active === true ? [say`Active`, say`, not paid`] : [say`Ended`, ''];
	return until ? say`${state}, paid until ${until}` : `${state}${unpaid}`;
}

/** The platform's ID, and the merchant's below it. */
function ids({ transactionId, clientReference }: Item): Cell {
	return { words: plain(transactionId), below: textIn(clientReference) };
}

function dataOf({ amount }: Item): string {
	return typeof amount === 'number' ? `${number(amount)} MB` : plain(amount);
}

/** The actions that take money. */
const charges = ['CHARGE', 'SUB_START', 'SUB_RENEW'];

/** How an event ended, and why: `Failed: there is not enough credit`. */
function resultOf({ action, status, errorType }: Item): string {
	const worked = charges.includes(plain(action)) ? say`Charged` : say`Done`;
	const ended = status === 'success' ? worked : inWords(plain(status));
	const why = textIn(errorType);
	return why === undefined ? ended : `${ended}: ${wordFor(reasons, why)}`;
}

/** Reasons of failed charges whose code needs other words. */
const reasons: Record<string, string> = texts({
	CANCELED_BY_USER: 'the customer canceled it',
	DAILY_LIMIT_EXCEEDED: 'the daily limit of the operator is reached',
	MONTHLY_LIMIT_EXCEEDED: 'the monthly limit of the operator is reached',
	NOT_ENOUGH_CREDIT: 'there is not enough credit',
	SUBSCRIBER_BLACKLISTED: 'the operator has barred purchases for this number',
	WRONG_PIN: 'the PIN was wrong three times',
});

function wordFor(words: Record<string, string>, code: unknown): string {
	const key = plain(code);
	return Object.hasOwn(words, key) ? translated(words[key] ?? key) : inWords(key);
}

/** `OPERATOR_ERROR` as `Operator error`. */
function inWords(code: string): string {
	const words = code.toLowerCase().replaceAll('_', ' ');
	return translated(words.charAt(0).toUpperCase() + words.slice(1));
}

/** A price; a free event has a price of 0 as well. */
function money({ price, currency }: Item): string {
	return typeof price === 'number' && price > 0 ? priceIn(price, plain(currency)) : '';
}

function plain(value: unknown): string {
	return typeof value === 'number' ? String(value) : (textIn(value) ?? '');
}
