import { signersOf, type Service } from './service';
import { isSigned, type Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

/** What the platform adds to the return URL (public facts, “Return redirect after a payment”). */
const platformNames = [
	'status',
	'trid',
	'userid',
	'reference',
	'operator',
	'msisdn',
	'subscriptionid',
	'timestamp',
	'activesub',
	'validsub',
	'sign',
];

/**
 * Reads the query of a return. The platform signs some returns and not others, all parameters or only its own. Unsigned
 * it is a hint for the customer's page, never proof of payment.
 *
 * @param rawQuery not decoded; a `+` may be a space, or one of a transaction id that was not encoded
 * @param services undefined to check no signature
 * @returns undefined when the signature is wrong
 */
export function readPaymentReturn(rawQuery: string, services: Service[] = []) {
	const usual = [...new URLSearchParams(rawQuery)];
	const signers = signersOf(services);
	const likely = usual.map(([name, value]): [string, string] => [name, plusIn(name, value)]);
	if (signers.length === 0 || !splitUp(usual).own.sign) return fieldsOf(likely, false);
	const literal = [...new URLSearchParams(rawQuery.replaceAll('+', '%2B'))];
	const genuine = [likely, usual, literal].find((entries) =>
		[entries, Object.entries(splitUp(entries).own)].some((signed) =>
			signers.some((service) => isSigned(signed, service)),
		),
	);
	return genuine && fieldsOf(genuine, true);
}

/** No transaction id holds a space, so a plus was meant there. */
function plusIn(name: string, value: string): string {
	return name === 'trid' ? value.replaceAll(' ', '+') : value;
}

/** The platform adds its parameters behind the merchant's: of two with one name, the last is the platform's. */
function splitUp(entries: Entries): { own: Record<string, string>; others: Entries } {
	const isOwn = ([name]: [string, string], index: number) =>
		platformNames.includes(name) && entries.findLastIndex(([one]) => one === name) === index;
	return {
		own: Object.fromEntries(entries.filter(isOwn)),
		others: entries.filter((entry, index) => !isOwn(entry, index)),
	};
}

function fieldsOf(entries: Entries, signatureChecked: boolean) {
	const { own, others } = splitUp(entries);
	const time = millisecondsOfUnixTime(own.timestamp ?? '');
	const fields = {
		// `success`, `failed` or `canceled`; another word passes through in lower case.
		status: own.status?.trim().toLowerCase(),
		transactionId: own.trid && plusIn('trid', own.trid),
		clientReference: own.reference,
		msisdn: own.msisdn,
		userId: own.userid,
		operator: own.operator,
		subscriptionId: own.subscriptionid,
		timeReturned: time && new Date(time).toISOString(),
	};
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
	return {
		...(given as Partial<typeof fields>),
		// The merchant's own. Only a signature over all parameters covers them.
		parameters: recordOf(others),
		signatureChecked,
		// All as they came; of two with one name, the last.
		raw: recordOf(entries),
	};
}

/** Names that mean something to JavaScript are left out: they could break the code that reads them. */
function recordOf(entries: Entries): Record<string, string> {
	return Object.fromEntries(entries.filter(([name]) => !(name in {})));
}
