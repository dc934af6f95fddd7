import { z } from 'zod';
import type { CountryCode } from '../libraries/libphonenumber';
import { InputError, shortened } from '../platform/input';
import type { Language } from './languages';

/** How often a subscription is charged. */
export const periods = ['day', 'week', 'month', 'year'] as const;

/** The service, its seller and its customer: all that the pages of one visit have in common. */
export const offerSchema = z.object({
	/** Whether the pages sell, cancel, or guard content. */
	flow: z.enum(['sell', 'cancel', 'guard']),
	language: z.object({
		name: z.string(),
		tag: z.string(),
		locale: z.string(),
		direction: z.enum(['ltr', 'rtl']),
	}),
	/** A merchant's texts, by language. */
	texts: z.record(z.record(z.string())),
	/** The countries of customers (ISO 3166-1); empty for all. */
	countries: z.array(z.custom<CountryCode>((code) => typeof code === 'string')).default([]),
	/** The name of the product. */
	name: z.string(),
	/** Decimal text with the tax in it; '' where nothing is sold. */
	price: z.string(),
	/** ISO 4217; '' where nothing is sold. */
	currency: z.string(),
	period: z.enum(periods).optional(),
	seller: z.string(),
	support: z.string(),
	/** Web addresses; '' where a page has none. */
	cancellation: z.string(),
	content: z.string(),
	payment: z.string(),
	/** The customer, as links name them: the phone number in digits, or the user ID; '' where it's neither. */
	customer: z.string(),
	/** The number as the customer typed it. */
	typed: z.string(),
	/** The status that a return from payment names, without proof. */
	returned: z.string(),
	/** The address of the workflow. */
	ownAddress: z.string(),
	timezone: z.string(),
});

export type Offer = z.infer<typeof offerSchema>;
export type Flow = Offer['flow'];

/** An address with the customer's language and ID. */
export function linkTo(address: string, parameters: Record<string, string>): string {
	if (address === '') return '';
	const url = new URL(address);
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== '') url.searchParams.set(name, value);
	}
	return url.href;
}

/** A price as the language writes it, in its currency. */
export function priceWords({ locale }: Language, price: string, currency: string): string {
	if (price === '' || currency === '') return '';
	return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(price));
}

/** The day of a time as the language writes it; '' where it's no time. @param iso as items have it */
export function dayWords({ locale }: Language, iso: string, timeZone: string): string {
	const time = Date.parse(iso);
	if (Number.isNaN(time)) return '';
	return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(time);
}

/** Reads the code of a currency (ISO 4217), such as EUR. */
export function readCurrency(text: string): string {
	const code = text.toUpperCase();
	if (/^[A-Z]{3}$/.test(code)) return code;
	throw new InputError(
		'must be the code of a currency',
		`Write three letters such as EUR in place of “${shortened(text)}”.`,
	);
}

/** Reads the address of a page. */
export function readAddress(text: string): string {
	if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
	throw new InputError(
		'must be a complete web address',
		`Write “${shortened(text)}” in full, for example https://shop.example/cancel.`,
	);
}
