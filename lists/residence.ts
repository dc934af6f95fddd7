import { keyOf } from './columns';

/** Words that make a column of countries the place where a customer lives or pays, by language (ISO 639). */
const words: Record<string, string> = {
	en: 'billing, shipping, mailing, delivery, address, residence, region, home, nationality',
	fr: 'facturation, livraison, adresse, résidence, région',
	de: 'Rechnung, Liefer, Adresse, Wohn, Wohnsitz, Region',
	es: 'facturación, envío, dirección, residencia, región',
	pt: 'faturamento, faturação, cobrança, entrega, endereço, residência, região',
	it: 'fatturazione, spedizione, indirizzo, residenza, regione',
	nl: 'factuur, verzend, adres, woon, regio',
	pl: 'rozliczeni, wysyłk, adres, zamieszkan, region',
	sh: 'adresa, prebivališ, boraviš, адреса, пребивалиш, боравиш',
	ro: 'facturare, livrare, adresă, reședință, regiune',
	hu: 'számlázás, szállítás, cím, lakóhely, régió',
	cs: 'fakturační, dodací, adresa, bydliště, region',
	tr: 'fatura, teslimat, adres, ikamet, bölge',
	ar: 'الفاتورة, الشحن, العنوان, الإقامة, المنطقة',
	sw: 'anwani, makazi, mkoa',
};

const keys = Object.values(words).flatMap((list) => list.split(', ').map(keyOf));

/** Names of the number's own country that have such a word, too. */
const ofNumbers = /phone|mobile|number|calling|dial/i;

/** Whether a column of countries says where customers live, such as `billing_country` or `Country/Region`. */
export function isResidence(name: string): boolean {
	const key = keyOf(name);
	return !ofNumbers.test(name) && keys.some((word) => key.includes(word));
}
