import { createHmac, timingSafeEqual } from 'node:crypto';
import { InputError } from '../platform/input';

/** The keys that sign the forms of a desk. */
export interface FormSigner {
	/** Of the installation, and on no page. */
	secret: string;
	/** The Authorization header of the visitor; '' without one. */
	login: string;
}

/** A form that was opened in the morning can be sent in the evening. */
const lifeMs = 12 * 3_600_000;

/** Why a form is refused. */
export const foreignForm = new InputError(
	'The form was not opened at this desk, or more than 12 hours ago',
	'Open the desk again, and fill in the form there.',
);

/**
 * The token of a form, which a page elsewhere can't read: a browser sends a cached login with any page's form, and n8n's
 * `Content-Security-Policy: sandbox` gives our own page no origin to check.
 *
 * @param now Unix milliseconds
 */
export function formToken(signer: FormSigner, now: number): string {
	return `${now}.${signed(signer, String(now))}`;
}

/** Whether a token was made for this login, and not too long ago. @param now Unix milliseconds */
export function isFormToken(signer: FormSigner, token: string, now: number): boolean {
	const [time = '', signature = ''] = token.split('.');
	const age = now - Number(time);
	const [one, other] = [signature, signed(signer, time)].map((text) => Buffer.from(text));
	const isSigned = one?.length === other?.length && timingSafeEqual(one as Buffer, other as Buffer);
	return isSigned && age >= 0 && age <= lifeMs;
}

function signed({ secret, login }: FormSigner, time: string): string {
	return createHmac('sha256', secret).update(`form ${time} ${login}`).digest('hex');
}

/**
 * Whether a page in a browser sent a request. Browsers send `Sec-Fetch-*` (Fetch Metadata) over HTTPS, and with each POST
 * an `Origin` (Fetch), over HTTP too.
 */
export function isSentByPage(headers: Record<string, unknown>): boolean {
	return Object.keys(headers).some((name) => /^(origin$|sec-fetch-)/i.test(name));
}
