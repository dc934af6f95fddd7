import type { ServerResponse } from 'node:http';

/** The part of Express's response that n8n and the trigger use. Express itself is in n8n's server package. */
export function likeExpress(response: ServerResponse) {
	const added = {
		status(code: number) {
			response.statusCode = code;
			return extended;
		},
		set(name: string, value: string) {
			response.setHeader(name, value);
			return extended;
		},
		type(type: string) {
			return extended.set('content-type', `${type}; charset=utf-8`);
		},
		send(body: string) {
			if (!response.hasHeader('content-type')) extended.type('text/html');
			extended.set('content-length', String(Buffer.byteLength(body)));
			extended.end(body);
			return extended;
		},
		json(value: unknown) {
			return extended.type('application/json').send(JSON.stringify(value));
		},
		redirect(code: number, address: string) {
			return extended.status(code).set('location', address).type('text/plain').send('Redirecting');
		},
	};
	const extended = Object.assign(response, added);
	return extended;
}

export type ExpressLike = ReturnType<typeof likeExpress>;
