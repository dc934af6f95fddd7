import { servicesOf } from '../../../platform/service';
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

/** The same services for the rules in `platform/`, and one without a key. */
export const [alpha] = servicesOf(gameClub);
export const [beta] = servicesOf(quizNight);
export const [keyless] = servicesOf({ serviceKey: 'GAMMA03' });
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

/** The service of the example by which an operator documents its signature. */
export const documented = {
	serviceKey: 'fc865026b76093fa8cae153740af25c8',
	signingSecret: 'Centili',
	signingAlgorithm: 'sha1',
};

/** The example, which has neither `userid` nor `amount`. */
export const published: Fields = {
	mnocode: 'RS_VIP',
	reference: '12345678',
	enduserprice: '1.00',
	country: 'rs',
	transactionid: '1488787',
	phone: '4366124567',
	status: 'failed',
	revenue: '8.0564',
	service: documented.serviceKey,
};
export const publishedSign = 'd68f3fe4ee821250c65a50e208a9f7be927701d4';

/** A notification in the tests of an open-source shop: the customer is an email address, the operator has no country. */
export const shops: Fields = {
	reference: 'store-7-17',
	country: 'jp',
	enduserprice: '479.000',
	event_type: 'one_off',
	mnocode: 'NOBODY',
	phone: 'ada@shop.example',
	revenue: '4.34',
	revenuecurrency: 'TOKENS',
	service: documented.serviceKey,
	status: 'success',
	transactionid: '111222333',
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
