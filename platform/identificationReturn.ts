import { isObject, type Outcomes } from './answer';
import { readingsOfText, readingsOfValues, recordOf } from './delivery';
import { misfits } from './forms';
import { signedCall, splitReturn, untracked } from './genuine';
import { normalizeReturnUrl } from './identifiers';
import { InputError, textOf, tried } from './input';
import { signersOf, type Service } from './service';
import { signIn, type Entries } from './signature';
import { millisecondsOfUnixTime } from './times';

export const returnOutcomes = {
	subscribed: {
		name: 'Subscribed',
		nextStep: 'The customer has a valid subscription. Grant access.',
	},
	unverified: {
		name: 'Unverified',
		nextStep:
			'Without a signature key anyone can forge this return. Check with Subscription: Check Status before granting access.',
	},
	notSubscribed: {
		name: 'Unsubscribed',
		nextStep: 'The customer has no valid subscription. Start a payment.',
	},
	notGenuine: {
		name: 'Not Genuine',
		nextStep: 'The return is forged or too old: see reason. Do not grant access.',
	},
} as const satisfies Outcomes;

/** What the platform adds to the Return URL (contract, “Subscription identification by redirect”; public facts, “Identify a user”). */
const platformNames = ['userid', 'timestamp', 'sign', 'msisdn', 'operator', 'identid'];

/** What a return must fit. */
interface Expected {
	/** The names of the parameters of the Return URL that the link was made with. */
	ownParameters: string[];
	/** Seconds. */
	maxAge: number;
	/** Unix milliseconds. */
	now: number;
}

/** A return and what is known of it. */
interface IdentificationReturn {
	outcome: keyof typeof returnOutcomes;
	userId?: string;
	/** The phone number, or an alias of the customer. */
	msisdn?: string;
	operator?: string;
	/** For a payment with the flow Mobile Data (3G). */
	identificationId?: string;
	/** Why it isn't genuine. */
	reason?: string;
	/** The merchant's own. Only a signature over all parameters covers them. */
	parameters: Record<string, string>;
	/** Whether its signature was checked; otherwise nobody is “subscribed”. */
	signatureChecked: boolean;
	raw: Record<string, string>;
}

/**
 * Says whether a customer who came back has a valid subscription: they have when `userid` came back. Checks its
 * signature, over all parameters or the platform's own, and its age; accepts a clock up to a minute ahead. The return
 * does not say which service signed it, so it may be any that has a signature key.
 *
 * @param services without a signature key nothing is checked but the age
 */
export function readIdentificationReturn(
	readings: Entries[],
	services: Service[],
	expected: Expected,
): IdentificationReturn {
	const signers = signersOf(services);
	const signatureChecked = signers.length > 0;
	const signed = signedCall(readings, () => signers, ownOf);
	const entries = signed?.entries ?? readings[0] ?? [];
	const { others } = splitReturn(entries, platformNames);
	const isExpected = ([name]: [string, string]) => expected.ownParameters.includes(name);
	const parameters = recordOf(others.filter(isExpected));
	const about = { parameters, signatureChecked, raw: recordOf(entries) };
	const fields = recordOf(ownOf(entries));
	const reason =
		(signatureChecked ? troubleOf(entries, signed !== undefined, expected) : undefined) ??
		timeTrouble(fields, expected);
	if (reason !== undefined) return { outcome: 'notGenuine', reason, ...about };
	const odd = misfits(fields, kind);
	const customer = {
		userid: 'userId',
		msisdn: 'msisdn',
		operator: 'operator',
		identid: 'identificationId',
	};
	const came = Object.entries(customer).filter(([name]) => fields[name] && !odd.includes(name));
	const subscribed = signatureChecked ? ('subscribed' as const) : ('unverified' as const);
	return {
		outcome: fields.userid ? subscribed : 'notSubscribed',
		...Object.fromEntries(came.map(([name, own]) => [own, fields[name]])),
		...about,
	};
}

/** Whether a return can only tell who a customer is, which the platform doesn't sign (public facts, “Identify a user”). */
export function isUnsignedVisit(entries: Entries): boolean {
	const { userid } = recordOf(ownOf(entries));
	return signIn(entries) === '' && !userid;
}

const kind = 'identificationReturn';

const ownOf = (entries: Entries) => splitReturn(entries, platformNames).own;

const [missing, wrong] = ['The signature is missing', 'The signature is wrong'];

/** Whether a reason is that the signature is missing or wrong. */
export function isSignatureTrouble(reason: string): boolean {
	return reason === missing || reason === wrong;
}

/** Why a return that must be signed isn't genuine. */
function troubleOf(entries: Entries, isSigned: boolean, { ownParameters }: Expected) {
	if (!isSigned) return signIn(entries) === '' ? missing : wrong;
	const names = untracked(splitReturn(entries, platformNames).others).map(([name]) => name);
	const isLinks =
		names.every((name) => ownParameters.includes(name)) &&
		ownParameters.every((name) => names.includes(name));
	if (!isLinks)
		return "The parameters are not those of the link's Return URL: see 'Own Parameters'";
	const [odd] = misfits(recordOf(ownOf(entries)), kind).filter((name) => name !== 'timestamp');
	return odd && `The platform does not send such a value of “${odd}”`;
}

function timeTrouble(fields: Record<string, string>, { maxAge, now }: Expected) {
	const isTime = !misfits(fields, kind).includes('timestamp');
	const time = isTime ? millisecondsOfUnixTime(fields.timestamp ?? '') : undefined;
	if (time === undefined) return 'The timestamp is missing or not a Unix time';
	const age = (now - time) / 1000;
	if (age > maxAge) return `The return is ${Math.round(age)} seconds old`;
	return age < -60 ? `The timestamp is ${Math.round(-age)} seconds in the future` : undefined;
}

const asReceived = 'Pass the query unchanged, {{ $json.query }} of the webhook.';

/**
 * Reads query parameters, as an object or as text (`a=1&b=2`, with or without a leading `?`). Values keep their
 * exact text, because signatures are made over it; null is absent, and a list is a name that came several times.
 *
 * @returns one reading or several, as `readingsOf` gives them
 * @throws InputError for a value that is no text, and for anything else
 */
export function readQuery(value: unknown): Entries[] {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '' && !text.startsWith('{')) return readingsOfText(text);
	const query: unknown = text === '' ? value : tried(() => JSON.parse(text) as unknown);
	if (!isObject(query)) throw new InputError('must be the query of a return', asReceived);
	const each = Object.entries(query).flatMap(([name, given]): [string, unknown][] =>
		[given].flat().map((one: unknown) => [name, one]),
	);
	return readingsOfValues(
		each
			.filter(([, one]) => one !== null)
			.map(([name, one]): [string, string] => {
				const isText =
					typeof one === 'string' || typeof one === 'boolean' || Number.isSafeInteger(one);
				if (!isText) throw new InputError(`has a parameter “${name}” that is not text`, asReceived);
				return [name, String(one)];
			}),
	);
}

/** Reads the names of the parameters that a Return URL has of its own, separated by commas. */
export function readOwnParameters(value: unknown): string[] {
	const names = textOf(value).split(',');
	return notThePlatforms(names.map((name) => name.trim()).filter((name) => name !== ''));
}

/** Reads the Return URL of an identification link, whose own parameters a return must not take for the platform's. */
export function readReturnUrl(value: unknown): string {
	const address = normalizeReturnUrl(value);
	notThePlatforms([...new URL(address).searchParams.keys()]);
	return address;
}

/** @throws InputError for names that the platform uses in returns, so that nobody can say who they are */
function notThePlatforms(names: string[]): string[] {
	const taken = names.find((name) => platformNames.includes(name));
	if (taken === undefined) return names;
	throw new InputError(
		`must not have the parameter “${taken}”, which the platform adds`,
		'Rename the parameter of your Return URL.',
	);
}
