import type { PlatformRecord } from '../../../platform/answer';
import type { Fields } from './webhookEvents';

/** Earlier rules for signed calls; a test measures how many forgeries they stopped. */
const rules = ['forms', 'return time', 'own link', 'own parameters', 'text of a return'] as const;
export type Rule = (typeof rules)[number];
export const allRules: readonly Rule[] = rules;

const id = /^(?:[1-9]\d*|\d*[A-Za-z_+/-][\w+/-]*|(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=))$/;
const customer = /^[\w+/-]{4,64}={0,2}$/;
const operator = /^[A-Za-z]{2}_[\w.-]{1,40}$/;
const quantity = /^\d{1,9}(?:\.\d{1,6})?$/;
const forms: Record<string, RegExp> = {
	transactionid: id,
	trid: id,
	identid: id,
	subscriptionid: /^\d{1,20}$/,
	phone: customer,
	msisdn: customer,
	country: /^[A-Za-z]{2}$/,
	mnocode: operator,
	operator,
	mno: /^(?:\d{5,6}|[A-Za-z]{2}_[\w.-]{1,40})$/,
	amount: quantity,
	enduserprice: quantity,
	revenue: /^-?\d{1,9}(?:\.\d{1,6})?$/,
	revenuecurrency: /^[A-Za-z]{3}$/,
	service: /^[A-Za-z0-9]{1,32}$/,
	event_type: /^[\w -]{1,40}$/,
	activesub: /^(?:true|false)$/i,
	validsub: /^(?:true|false)$/i,
};

/** Whether a value had the form of its field. */
export function hasForm(name: string, value: string): boolean {
	return value === '' || forms[name] === undefined || forms[name].test(value);
}

/** Whether a signed text was that of a payment's return, or of a link that we made. */
export function isOther(text: string, serviceKey: string, on: readonly Rule[]): boolean {
	const isReturn = /(?:success|failed|canceled)1[7-9]\d{11}/i.test(text);
	const isLink =
		text.startsWith(serviceKey) && /^[a-z][a-z\d+.-]{0,30}:\//i.test(text.slice(serviceKey.length));
	return (on.includes('return time') && isReturn) || (on.includes('own link') && isLink);
}

const someTime = /1[7-9]\d{8}/;
/** Whether a value of an identification's return was taken; empty is an absent one. */
export function isTakenInReturn(
	name: string,
	value: string,
	text: string,
	own: string[],
	on: readonly Rule[],
): boolean {
	const isOwn = !['identid', 'msisdn', 'operator', 'timestamp', 'userid'].includes(name);
	if (value === '') return !isOwn || !on.includes('own parameters') || !own.includes(name);
	if (on.includes('own parameters') && isOwn && !own.includes(name)) return false;
	if (on.includes('forms') && !hasForm(name, value)) return false;
	if (!on.includes('text of a return')) return true;
	const isBehind = isOwn && name > 'timestamp';
	if (isBehind || (isOwn && someTime.test(value))) return false;
	const endsAsTime = name === 'userid' && /1[7-9]\d{8}(\d{3})?$/.test(value);
	return !endsAsTime && !/success|failed|canceled/i.test(text);
}

const known = [
	...['amount', 'clientid', 'country', 'enduserprice', 'errormessage', 'event_type', 'mno'],
	...['mnocode', 'phone', 'reference', 'revenue', 'revenuecurrency', 'service', 'sign', 'status'],
	...['transactionid', 'userid'],
];

/** The item of *Confirm With Platform* by the old rule, which took fields that the record lacks from the call. */
export function oldConfirmation(
	call: Fields,
	text: string,
	records: PlatformRecord[],
): object | undefined {
	const { transactionid = '', status, phone, enduserprice, userid, revenue, service = '' } = call;
	const record = records.find(({ transactionId }) => String(transactionId) === transactionid);
	if (!record || isOther(text, service, allRules)) return undefined;
	const isBounded = Object.entries(call).every(
		([name, value]) => known.includes(name) && hasForm(name, value),
	);
	const isSame =
		status === (record.actionStatus === 'COMPLETED' ? 'success' : 'failed') &&
		(phone ? phone === record.msisdn : isBounded) &&
		(enduserprice ? Number(enduserprice) === record.endUserPrice : isBounded);
	const kept = isBounded ? { userId: userid, revenue: revenue && Number(revenue) } : {};
	return isSame
		? { transactionId: transactionid, status, msisdn: record.msisdn, ...kept }
		: undefined;
}
