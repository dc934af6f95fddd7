import { type Parameters, signatureOf, type SigningKey } from '../payments/signature';
import type { Message } from './message';

/** What a forger does to a signed notification; each makes the signature wrong or takes it away. */
export const TAMPERINGS = ['value', 'id', 'extra', 'unsigned', 'key'] as const;
export type Tampering = (typeof TAMPERINGS)[number];

export function tampered(message: Message, how: Tampering, signing: SigningKey): Message {
	const { parameters } = message;
	return { ...message, parameters: FORGERS[how](parameters, signing) };
}

const FORGERS: Record<Tampering, (genuine: Parameters, signing: SigningKey) => Parameters> = {
	value: (genuine) =>
		changed(genuine, 'status', (text) => (text === 'success' ? 'failed' : 'success')),
	id: (genuine) =>
		changed(genuine, 'transactionid', (text) => (text.startsWith('1') ? '2' : '1') + text.slice(1)),
	extra: (genuine) => [...genuine, ['promotion', 'forged']],
	unsigned: (genuine) => withoutSign(genuine),
	key: (genuine, { algorithm }) => [
		...withoutSign(genuine),
		['sign', signatureOf(genuine, { algorithm, key: 'a-key-that-no-service-has' })],
	],
};

function changed(genuine: Parameters, name: string, change: (text: string) => string): Parameters {
	const value = genuine.find((pair) => pair[0] === name)?.[1] ?? '';
	return [...genuine.filter((pair) => pair[0] !== name), [name, change(value)]];
}

function withoutSign(parameters: Parameters): Parameters {
	return parameters.filter(([name]) => name !== 'sign');
}
