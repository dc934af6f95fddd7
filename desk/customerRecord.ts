import { html, nothing, type Html } from '../pages/html';
import { isObject, textIn } from '../platform/answer';
import { actions } from '../platform/vocabulary';
import { number, timeIn } from '../platform/figureWords';
import { onInputError } from '../platform/input';
import { phoneAsEntered, normalizePhone } from '../platform/phoneNumber';
import { searchForm, type FormField } from './formFields';
import { section, htmlTable } from './page';
import { pageOf } from './renderSections';
import { note } from './sections';
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
	const { phone, subscriptions, transactions, gifts } = record;
	const search = html`<section>${searchForm(phoneField(), phone, say`Look up`)}</section>`;
	if (phone === '') return pageOf(say`Look up a customer`, search);
	const all = [...subscriptions, ...transactions, ...gifts];
	return pageOf(
		say`Customer ${phone}`,
		search,
		...[...numberProblems(phone), ...problemsOf(all)].flatMap((reason) =>
			note('error', 'missing', reason),
		),
		part(
			say`Subscriptions`,
			newestFirst(subscriptions, 'timeSubscribed'),
			subscriptionHead,
			(item) => subscriptionRow(item, record),
		),
		part(
			say`Charges of the last 90 days`,
			newestFirst(transactions, 'timeCharged'),
			chargeHead,
			(item) => chargeRow(item, record),
		),
		part(say`Gifts`, newestFirst(gifts, 'timeCreated'), giftHead, (item) => giftRow(item, record)),
		html`<p class="soft">${say`Times of ${record.zone}.`}</p>`,
	);
}

/** Why a number without its country code finds nobody. Aliases of some platforms, which aren't digits, pass. */
function numberProblems(phone: string): string[] {
	const read = () => {
		if (/^\d+$/.test(phoneAsEntered(phone))) normalizePhone(phone);
		return [];
	};
	return onInputError<string[]>(read, ({ message, nextStep }) => [
		say`'Phone Number' ${translated(message)}. ${translated(nextStep)}`,
	]);
}

const phoneField = (): FormField => [
	'phone',
	say`Phone number with country code`,
	'tel',
	html`maxlength="40" required`,
];

/** Platforms list oldest or newest first. @param field the field with the time, in ISO 8601 */
function newestFirst(items: Item[], field: string): Item[] {
	const time = (item: Item) => textIn(item[field]) ?? '';
	return [...items].sort((one, other) => time(other).localeCompare(time(one)));
}

/** Why something can't be shown, each reason once. */
function problemsOf(items: Item[]): string[] {
	const reasons = items.flatMap(({ error }) => {
		if (!isObject(error)) return [];
		return [[error.message, error.description].flatMap((words) => textIn(words) ?? []).join('. ')];
	});
	return [...new Set(reasons)].map((reason) => say`Something is missing here: ${reason}`);
}

function part(
	title: string,
	items: Item[],
	head: readonly string[],
	rowOf: (item: Item) => Cell[],
): Html {
	const found = items.filter((item) => !item.error && Object.keys(item).length > 0);
	if (items.some(({ error }) => error)) return section(title, html`<p>${say`Not known.`}</p>`);
	if (found.length === 0) return section(title, html`<p>${say`None.`}</p>`);
	return section(
		`${title} (${number(found.length)})`,
		htmlTable(title, head.map(translated), found.map(rowOf)),
	);
}

type Cell = string | Html;

const subscriptionHead = texts(['Service', 'State', 'Price', 'Since', 'ID']);

function subscriptionRow(item: Item, { zone }: CustomerRecord): Cell[] {
	const until = timeIn(zone, textIn(item.timeToExpire) ?? '');
	const [state, unpaid] = item.active === true ? [say`Active`, say`, not paid`] : [say`Ended`, ''];
	return [
		text(item.serviceKey),
		until ? say`${state}, paid until ${until}` : `${state}${unpaid}`,
		money(item),
		timeIn(zone, textIn(item.timeSubscribed) ?? ''),
		text(item.subscriptionId),
	];
}

const chargeHead = texts(['Time', 'Event', 'Result', 'Price', 'ID']);

function chargeRow(item: Item, { zone }: CustomerRecord): Cell[] {
	return [
		timeIn(zone, textIn(item.timeCharged) ?? ''),
		named(actions, item.action),
		resultOf(item),
		money(item),
		ids(item),
	];
}

const giftHead = texts(['Time', 'Data', 'Result', 'ID']);

function giftRow(item: Item, { zone }: CustomerRecord): Cell[] {
	return [
		timeIn(zone, textIn(item.timeCreated) ?? ''),
		typeof item.amount === 'number' ? `${number(item.amount)} MB` : text(item.amount),
		inWords(text(item.status)),
		ids(item),
	];
}

/** The platform's ID, and the merchant's below it. */
function ids({ transactionId, clientReference }: Item): Html {
	const own = textIn(clientReference);
	return html`<span
		>${text(transactionId)}${own ? html`<br /><small>${own}</small>` : nothing}</span
	>`;
}

/** The actions that take money. */
const charges = ['CHARGE', 'SUB_START', 'SUB_RENEW'];

/** How an event ended, and why: `Failed: there is not enough credit`. */
function resultOf({ action, status, errorType }: Item): string {
	const worked = charges.includes(text(action)) ? say`Charged` : say`Done`;
	const ended = status === 'success' ? worked : inWords(text(status));
	const why = textIn(errorType);
	return why === undefined ? ended : `${ended}: ${named(reasons, why)}`;
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

function named(words: Record<string, string>, code: unknown): string {
	const key = text(code);
	return Object.hasOwn(words, key) ? translated(words[key] ?? key) : inWords(key);
}

/** `OPERATOR_ERROR` as `Operator error`. */
function inWords(code: string): string {
	const words = code.toLowerCase().replaceAll('_', ' ');
	return translated(words.charAt(0).toUpperCase() + words.slice(1));
}

function money({ price, currency }: Item): string {
	// A free event has a price of 0 as well.
	return typeof price === 'number' && price > 0
		? `${price.toFixed(2)} ${text(currency)}`.trim()
		: '';
}

function text(value: unknown): string {
	return typeof value === 'number' ? String(value) : (textIn(value) ?? '');
}
