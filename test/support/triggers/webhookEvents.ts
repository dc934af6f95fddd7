import { serviceOf } from '../../../platform/service';
import { signatureFor } from '../sandbox/seller';

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

/** The same as the platform's rules take them, and one without a key. */
export const alpha = serviceOf(gameClub);
export const beta = serviceOf(quizNight);
export const keyless = serviceOf({ serviceKey: 'GAMMA03' });
export const services = [keyless, alpha, beta];

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

export function signed(fields: Fields, service = gameClub): Fields {
	const { signingAlgorithm, signingSecret } = service;
	return { ...fields, sign: signatureFor(fields, signingAlgorithm, signingSecret) };
}

/** The notification of another payment. */
export function payment(number: number, changes: Fields = {}): Fields {
	return { ...success, transactionid: `trx-${number}`, ...changes };
}

export const queryOf = (fields: Fields) => new URLSearchParams(fields).toString();
