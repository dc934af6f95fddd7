import { z } from 'zod';

/** Whether an address is on this machine: `localhost`, 127.0.0.0/8 or `::1`, with http or https. */
export function isLoopback(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	// `URL` has written every form of an IPv4 address, such as 0x7f.1, with four numbers.
	return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export const NOT_LOOPBACK =
	'must be an http address on this machine (127.0.0.1, localhost or [::1]): the sandbox never talks to the outside';

export const loopbackAddress = z.string().refine(isLoopback, NOT_LOOPBACK);
