import { isObject } from './answer';

export const mask = '•••';

/** A secret of 12 characters appears nowhere by chance. */
const minLongSecret = 12;

/**
 * Masks secrets at any depth, however they're encoded, and drops `pin` and `password`. A short PIN may be part of an ID
 * by chance, so identifiers are searched for long secrets only.
 */
export function withoutSecrets(value: unknown, secrets: string[]): unknown {
	return withoutForms(value, formsOf(secrets));
}

function withoutForms(value: unknown, forms: string[]): unknown {
	if (typeof value === 'string') return maskedText(value, forms);
	if (Array.isArray(value)) return value.map((entry: unknown) => withoutForms(entry, forms));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !/^(pin|password)$/i.test(key))
			.map(([key, entry]) => [maskedText(key, forms), withoutForms(entry, forms)]),
	);
}

function maskedText(text: string, forms: string[]): string {
	const found = forms.filter((form) => text.includes(form));
	if (found.length === 0) return text;
	const isProse = /[\s:{]/.test(text);
	return maskingForms(
		text,
		found.filter((form) => isProse || text === form || form.length >= minLongSecret),
	);
}

export function masking(text: string, secrets: string[]): string {
	return maskingForms(text, formsOf(secrets));
}

function maskingForms(text: string, forms: string[]): string {
	return forms.reduce((left, form) => left.replaceAll(form, mask), text);
}

/** How the last secrets are written: each answer is searched for the same ones. */
const knownSecrets = new Map<string, string[]>();
const maxKnown = 20;

/** The longest first: a shorter one may be its part. */
function formsOf(secrets: string[]): string[] {
	const key = secrets.join('\0');
	const made = knownSecrets.get(key);
	if (made) return made;
	const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(encodingsOf));
	const sorted = [...forms].sort((one, other) => other.length - one.length);
	if (knownSecrets.size >= maxKnown) knownSecrets.clear();
	knownSecrets.set(key, sorted);
	return sorted;
}

/** A secret as it's written in JSON, in an address, in HTML and in base64. */
function encodingsOf(written: string): string[] {
	// Half a character has no code in an address.
	const secret = Buffer.from(written).toString();
	const json = JSON.stringify(secret).slice(1, -1);
	const inAscii = json.replace(/[\u0080-\uFFFF]/g, (sign) => {
		return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	const inAddress = encodeURIComponent(secret);
	const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
	const lower = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());
	return [
		written,
		json,
		inAscii,
		inAscii.replaceAll('/', '\\/'),
		...[inAddress, inForm].flatMap((text) => [text, lower(text)]),
		...['&#39;', '&#x27;', '&apos;'].map((apostrophe) => inHtml(secret, apostrophe)),
		...inBase64(secret),
	];
}

function inHtml(secret: string, apostrophe: string): string {
	return secret
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", apostrophe);
}

/** Alone, and behind one, two or three bytes, such as a user name in Basic Auth; there without what others change. */
function inBase64(secret: string): string[] {
	const within = [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
		const whole = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
	});
	const alone = Buffer.from(secret).toString('base64').replaceAll('=', '');
	const long = within.filter((form) => form.length >= minLongSecret);
	return [alone, ...long].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
