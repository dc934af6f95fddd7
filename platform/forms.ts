import type { Parameters } from './delivery';

const plainId = /^[1-9]\d*$/;
const encryptedId = /^\d*[A-Za-z_+/-][\w+/-]*$/;
const paddedId = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)$/;

/** Digits, or base64 whose padding closes it (public facts, “Payment Result Notification”). */
const id = {
	test: (text: string) =>
		plainId.test(text) || (text.length <= 256 && encryptedId.test(text)) || paddedId.test(text),
};
/** E.164 without plus, or a hashed alias (public facts, “Identify a user”). */
const customer = /^[\w+/-]{4,64}={0,2}$/;
/** Contract, “Common conventions”. */
const operator = /^[A-Za-z]{2}_[\w.-]{1,40}$/;
const quantity = /^\d{1,9}(?:\.\d{1,6})?$/;
const flag = /^(?:true|false)$/i;
const digits = /^\d{1,20}$/;
const milliseconds = /^\d{13}$/;
const seconds = /^\d{10}$/;
const secondsOrMilliseconds = /^(?:\d{10}|\d{13})$/;

/**
 * The form of every known field of the platform's calls (public facts): the signature joins values without a
 * separator, so these show where somebody may have moved characters from one value to the next. What doesn't fit is
 * left out and named; no event is refused for it.
 */
const forms: Record<string, Pick<RegExp, 'test'>> = {
	transactionid: id,
	trid: id,
	identid: id,
	subscriptionid: digits,
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
	activesub: flag,
	validsub: flag,
};

/** What differs by who sends the call. */
const ownForms = {
	notification: () => ({ status: /^\s?(?:success|failed|canceled)\s?$/i }),
	// Its status may be anything: the customer's page says that it's unknown.
	paymentReturn: () => ({ timestamp: milliseconds }),
	// The contract's seconds when it proves a subscription; else also milliseconds (public facts, “Identify a user”).
	identificationReturn: ({ userid }) => ({ timestamp: userid ? seconds : secondsOrMilliseconds }),
} as const satisfies Record<string, (fields: Parameters) => Record<string, RegExp>>;

/** The names of the fields that are given and don't have their form. */
export function misfits(fields: Parameters, kind: keyof typeof ownForms): string[] {
	return Object.entries({ ...forms, ...ownForms[kind](fields) })
		.filter(([name, form]) => fields[name] && !form.test(fields[name]))
		.map(([name]) => name);
}
