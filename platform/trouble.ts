const unreachable = new Map(
	Object.entries({
		ECONNREFUSED: 'nothing answers at this address (connection refused)',
		ECONNRESET: 'the connection was cut before an answer came',
		EPIPE: 'the connection was cut before an answer came',
		ENOTFOUND: 'this host name does not exist',
		EAI_AGAIN: 'the host name could not be looked up',
		EHOSTUNREACH: 'the host cannot be reached from here',
		ENETUNREACH: 'the network cannot be reached from here',
		ETIMEDOUT: 'no answer came in time',
		ECONNABORTED: 'no answer came in time',
		ERR_INVALID_URL: 'this is not a complete web address',
		ERR_BAD_REQUEST: 'this is not a complete web address',
	}),
);

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_/;

/**
 * Says in words why a connection failed, from the `code` of a Node.js or OpenSSL error.
 * The words never hold the code's own spelling: n8n replaces messages in which it recognises one.
 */
export function troubleOf(code: string | undefined): string {
	if (code === undefined || code === '') return 'the connection failed';
	const words = unreachable.get(code);
	if (words !== undefined) return words;
	if (certificate.test(code)) {
		return `its certificate cannot be trusted (${readable(code)}). Ask whoever runs it, or have its authority added to n8n's trusted ones`;
	}
	// n8n replaces a message in which it finds a code without an underscore, in upper or lower case.
	return code.includes('_') ? `the connection failed (${readable(code)})` : 'the connection failed';
}

function readable(code: string): string {
	return code.toLowerCase().replace(/^err_/, '').replaceAll('_', ' ');
}

const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'];

/** A network may also go away after a request has left. */
const whileConnecting = ['EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Whether a connection failed before anything was sent, so that the other side cannot have acted. Other trouble with
 * encryption may come with the answer.
 */
export function neverLeft(error: unknown): boolean {
	const code = codeOf(error);
	if (code === undefined) return false;
	if (whileConnecting.includes(code)) return isConnecting(error);
	return beforeSending.includes(code) || certificate.test(code);
}

/** Node.js says what it was doing; some versions of axios hand on its error as the cause. */
function isConnecting(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return ('syscall' in error && error.syscall === 'connect') || isConnecting(error.cause);
}

/** The host of an address, for messages; the address itself when it cannot be read as one. */
export function hostOf(address: string): string {
	try {
		return new URL(address).host;
	} catch {
		return address;
	}
}

/** The `code` of a Node.js, OpenSSL or axios error. Nothing else of it may go on: it holds the whole request. */
export function codeOf(error: unknown): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : undefined;
}
