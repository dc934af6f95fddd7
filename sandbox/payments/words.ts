interface Offer {
	service: string;
	/** Such as `2.99 EUR`. */
	price: string;
	shortCode: string;
	smsBody: string;
}

interface Words {
	premium(offer: Offer): string;
	handshake(offer: Offer): string;
}

const ENGLISH: Words = {
	premium: ({ smsBody, shortCode, service, price }) =>
		`Send ${smsBody} to ${shortCode} to buy ${service} for ${price}.`,
	handshake: ({ service, price }) =>
		`Answer the message on your phone with YES to buy ${service} for ${price}.`,
};

/** "Local-language text": the language of the operator's country. */
const LANGUAGES: Record<string, Words> = {
	FR: {
		premium: ({ smsBody, shortCode, service, price }) =>
			`Envoyez ${smsBody} au ${shortCode} pour acheter ${service} à ${price}.`,
		handshake: ({ service, price }) =>
			`Répondez YES au message reçu sur votre téléphone pour acheter ${service} à ${price}.`,
	},
	DE: {
		premium: ({ smsBody, shortCode, service, price }) =>
			`Senden Sie ${smsBody} an ${shortCode}, um ${service} für ${price} zu kaufen.`,
		handshake: ({ service, price }) =>
			`Bestätigen Sie mit YES auf Ihrem Handy, um ${service} für ${price} zu kaufen.`,
	},
	SE: {
		premium: ({ smsBody, shortCode, service, price }) =>
			`Skicka ${smsBody} till ${shortCode} för att köpa ${service} för ${price}.`,
		handshake: ({ service, price }) =>
			`Svara YES på meddelandet i mobilen för att köpa ${service} för ${price}.`,
	},
};

export function wordsOf(country: string): Words {
	return LANGUAGES[country] ?? ENGLISH;
}
