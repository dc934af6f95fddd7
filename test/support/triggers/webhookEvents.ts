import { createHmac } from 'node:crypto';

export type Fields = Record<string, string>;

/** Two services of one merchant, as the credential stores them; every value is invented. */
export const gameClub = {
	serviceKey: 'GAMECLUB04',
	signingSecret: 'invented-key-of-the-game-club',
	signingAlgorithm: 'sha1',
};
export const quizNight = {
	serviceKey: 'QUIZNIGHT05',
	signingSecret: 'invented-key-of-the-quiz-night',
	signingAlgorithm: 'sha256',
};

/** A notification of a successful payment (public facts, “Payment Result Notification”). */
export const success: Fields = {
	transactionid: '3+enZv5EgW3N4M1j7I874Q==',
	phone: '33639981234',
	userid: 'player-1',
	country: 'fr',
	mno: '20801',
	mnocode: 'FR_ORANGE',
	amount: '30',
	status: 'success',
	enduserprice: '1.00',
	revenue: '0.60',
	revenuecurrency: 'EUR',
	service: 'GAMECLUB04',
	reference: 'order 7',
	event_type: 'opt_in',
};

/** Adds `sign`, by the recipe of the public facts and not by the code under test. */
export function signed(fields: Fields, service = gameClub): Fields {
	const text = Object.keys(fields)
		.sort()
		.map((name) => fields[name])
		.join('');
	const { signingAlgorithm, signingSecret } = service;
	return {
		...fields,
		sign: createHmac(signingAlgorithm, signingSecret).update(text, 'utf8').digest('hex'),
	};
}

/** The notification of another payment. */
export function payment(number: number | string, changes: Fields = {}): Fields {
	return { ...success, transactionid: `trx-${number}`, ...changes };
}

/** Every value percent-encoded, so that `+` comes as `%2B`. */
export function queryOf(fields: Fields): string {
	return Object.entries(fields)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join('&');
}
