import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import axios from 'axios';
import { z } from 'zod';
import { callOf, type Message } from './message';

/** The result of one attempt. Without an HTTP status there was no answer, and `error` has the reason. */
export interface Answer {
	httpStatus: number | null;
	error: string | null;
	/** The beginning of the answer's body. */
	body: string;
}

const SHOWN_CHARACTERS = 200;
const TIMEOUT_MS = 10_000;

const NOT_LOOPBACK =
	'must be an http address on this machine (127.0.0.1, localhost or [::1]): the sandbox never talks to the outside';

export const loopbackAddress = z.string().refine(isLoopback, NOT_LOOPBACK);

/** Whether an address is on this machine: `localhost`, 127.0.0.0/8 or `::1`, with http or https. */
function isLoopback(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	// `URL` has written every form of an IPv4 address, such as 0x7f.1, with four numbers.
	return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

// No redirect is followed and no proxy used: either could lead off this machine.
const client = axios.create({
	httpAgent: new Agent(),
	httpsAgent: new TlsAgent(),
	proxy: false,
	maxRedirects: 0,
	maxContentLength: 1024 * 1024,
	responseType: 'text',
	transformResponse: (data: string) => data,
	validateStatus: () => true,
});

/** Makes the call of a message; `stop` ends it. */
export async function send(message: Message, stop: AbortSignal): Promise<Answer> {
	// Unlike axios' own time-out this one also ends an answer that trickles.
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		if (!isLoopback(message.url)) throw new Error(`${message.url} ${NOT_LOOPBACK}`);
		const signal = AbortSignal.any([timeout, stop]);
		const { status, data } = await client.request<string>({ ...callOf(message), signal });
		return { httpStatus: status, error: null, body: data.slice(0, SHOWN_CHARACTERS) };
	} catch (error) {
		const { code, message: words } = error as { code?: string; message: string };
		const said = timeout.aborted ? `no answer in ${TIMEOUT_MS} ms` : (code ?? words);
		return { httpStatus: null, error: said, body: '' };
	}
}

/** The meaning of an answer: any 2xx is delivered, 4xx rejected, all else failed. */
export function verdictOf({ httpStatus }: Answer): 'DELIVERED' | 'REJECTED' | 'FAILED' {
	const hundreds = Math.floor((httpStatus ?? 0) / 100);
	return ({ 2: 'DELIVERED', 4: 'REJECTED' } as const)[hundreds] ?? 'FAILED';
}
