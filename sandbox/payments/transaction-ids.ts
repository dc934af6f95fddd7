import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const KEY = createHash('sha256').update('sandbox transaction ids').digest().subarray(0, 16);

// ECB keeps no state, so one cipher serves every id; a new one for each costs most of a record's time.
const cipher = createCipheriv('aes-128-ecb', KEY, null).setAutoPadding(false);

/** The encrypted form: one block as base64 such as `3+enZv5EgW3N4M1j7I874Q==` (docs/platform-interface.md). */
export function encryptId(transactionId: number): string {
	const digits = Buffer.from(String(transactionId));
	const padding = 16 - digits.length;
	return cipher.update(Buffer.concat([digits, Buffer.alloc(padding, padding)])).toString('base64');
}

/** The number behind either form of a transaction id, or undefined for any other text. */
export function readId(text: string): number | undefined {
	if (/^\d{1,15}$/.test(text)) return Number(text);
	const block = Buffer.from(text, 'base64');
	if (block.length !== 16 || block.toString('base64') !== text) return undefined;
	try {
		const decipher = createDecipheriv('aes-128-ecb', KEY, null);
		return readDigits(Buffer.concat([decipher.update(block), decipher.final()]).toString());
	} catch {
		return undefined;
	}
}

function readDigits(text: string): number | undefined {
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
