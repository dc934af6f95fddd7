import { NodeApiError, type INode } from 'n8n-workflow';
import { readRefusal, type Refusal } from '../../platform/refusal';
import type { Answer } from './operation';

/** Why the platform did not do what was asked, in words for the person at the canvas. Holds no request. */
export class PlatformError extends Error {
	override name = 'PlatformError';

	constructor(
		message: string,
		readonly advice: string,
		readonly status?: number,
	) {
		super(message);
	}

	/** The error as n8n shows it: message, description and HTTP status. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		return new NodeApiError(
			node,
			{},
			{
				message: this.message,
				description: this.advice,
				httpCode: this.status?.toString(),
				itemIndex,
			},
		);
	}
}

/** The error of an answer that is not a 2xx. */
export function refusedBy(host: string, { status, body }: Answer): PlatformError {
	return refusedWith(host, readRefusal(body), status);
}

/** The error of a refusal that has been read. `fieldLabel` is how the node calls the field to look at. */
export function refusedWith(
	host: string,
	{ code, words }: Refusal,
	status: number,
	fieldLabel?: string,
): PlatformError {
	const said = [words, code].filter((part) => part !== undefined).join(' – ');
	const what = said === '' ? `HTTP ${status}` : `${said.slice(0, 500)} (HTTP ${status})`;
	const message = fieldLabel === undefined ? what : `${what}. Look at the field “${fieldLabel}”`;
	return new PlatformError(`${host} says: ${message}`, adviceOn(status), status);
}

function adviceOn(status: number): string {
	if (status >= 300 && status < 400) {
		return 'The platform sent the request on to another address. It was not followed, so that the access token stays where it belongs. Check Base Address in the credential.';
	}
	if (status === 401) {
		return 'The login worked, but the platform does not accept its token. Check that Base Address and the identity provider in the credential belong together.';
	}
	if (status === 403) {
		return 'The account in the credential may not do this. Ask your operator which services and operations it is allowed.';
	}
	if (status === 404) {
		return 'The platform does not know this. Check the service key and the number, and Base Address in the credential.';
	}
	if (status === 429) {
		return 'The platform wants fewer requests. Lower Concurrency in the options, or run again later.';
	}
	if (status >= 500) {
		return 'The platform itself failed. Whether it acted is not known: look before you send this again.';
	}
	return 'The platform refused this request, so nothing was done. Mend what it names and run this item again.';
}
