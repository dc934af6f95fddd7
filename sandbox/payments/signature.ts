import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SigningKey {
	algorithm: 'SHA1' | 'SHA256' | 'MD5';
	key: string;
}

/** Parameters as they travel; a name may come twice. */
export type Parameters = [name: string, value: string][];

/** The fields of a JSON body as they are signed; a field that is null was not sent. */
export function parametersOf(body: unknown): Parameters {
	return Object.entries(body as object)
		.filter(([, value]) => value !== null)
		.map(([name, value]) => [name, String(value)]);
}

/** docs/platform-interface.md, "sign": values in the order of their names, without `sign`, HMAC, lower-case hex. */
export function signatureOf(parameters: Parameters, { algorithm, key }: SigningKey): string {
	const text = parameters
		.filter(([name]) => name !== 'sign')
		.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
		.map(([, value]) => value)
		.join('');
	return createHmac(algorithm, key).update(text, 'utf8').digest('hex');
}

export function isSignedWith(parameters: Parameters, sign: string, key: SigningKey): boolean {
	return isSameText(sign, signatureOf(parameters, key));
}

/** Compares secrets in constant time. */
export function isSameText(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}
