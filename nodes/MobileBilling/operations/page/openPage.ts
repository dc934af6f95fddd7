import { z } from 'zod';
import { homeOf, readCountries } from '../../../../pages/countries';
import { languageFor, readLanguage, shipped, tagOf } from '../../../../pages/languages';
import { linkTo, offerSchema, periods, readAddress, readCurrency } from '../../../../pages/offer';
import { hintsIn, readVisit } from '../../../../pages/visit';
import { missingIn, namesOf, placesOf, readOwnTexts } from '../../../../pages/words';
import {
	normalized,
	optionally,
	requiredError,
	requiredTextSchema,
} from '../../../../platform/input';
import { readPrice } from '../../../../platform/amounts';
import { localOperation } from '../../../engine/panel/operation';
import { count, itemSchema } from './fields';
import { openPageFields } from './openPageFields';

const orEmpty = (read: (text: string) => string) =>
	optionally(read).transform((text) => text ?? '');

const fields = z.object({
	flow: offerSchema.shape.flow,
	name: requiredTextSchema,
	price: orEmpty(readPrice),
	currency: orEmpty(readCurrency),
	countries: optionally(readCountries).transform((countries) => countries ?? []),
	period: z.enum(['', ...periods]),
	seller: requiredTextSchema,
	support: requiredTextSchema,
	content: orEmpty(readAddress),
	payment: orEmpty(readAddress),
	cancellation: orEmpty(readAddress),
	language: normalized((value) => readLanguage(String(value))),
	texts: normalized(readOwnTexts),
	perNumber: count.optional(),
	perAddress: count,
	perHour: count,
	proxies: count,
	request: itemSchema,
	timezone: z.string(),
});

/** The fields that a flow needs in addition to those of all flows. */
const needed = {
	sell: ['price', 'currency', 'countries', 'period', 'content', 'cancellation'],
	guard: ['price', 'currency', 'period', 'payment', 'cancellation'],
	cancel: [],
} as const;

const params = fields.superRefine((values, context) => {
	const { message, nextStep } = requiredError();
	for (const name of needed[values.flow]) {
		if (values[name].length > 0) continue;
		context.addIssue({ code: 'custom', path: [name], message, params: { nextStep } });
	}
});

/** Reads a visit, and gives what all its pages have in common: the offer, the texts and the language. */
export const openPage = localOperation<z.infer<typeof params>>({
	value: 'openPage',
	name: 'Open Page',
	action: 'Open page',
	description: "Read a visit, with your offer and texts, and choose the customer's language",
	fields: openPageFields,
	params,
	compute: ({ request, language, proxies, perNumber, perAddress, perHour, period, ...fields }) => {
		const { flow, texts, price, countries, content } = fields;
		const names = [...Object.keys(shipped), ...Object.keys(texts)];
		const chosen = languageFor({ ...hintsIn(request), setting: language }, names);
		const home = homeOf(chosen, countries);
		const { address, outcome, ...visit } = readVisit(flow, request, proxies, countries, home);
		const { customer } = visit;
		const missingTexts = Object.keys(texts).flatMap((own) =>
			missingIn(own, texts, namesOf(...placesOf[flow])).map((text) => `${own}: ${text}`),
		);
		const returnUrl = linkTo(content, { customer, lang: tagOf(chosen) });
		const limits = { perNumber, perAddress, perHour };
		const item = { outcome, customer, address, price, ...limits, returnUrl, missingTexts };
		const offer = { ...fields, ...visit, language: chosen, period: period || undefined };
		return { records: [{ ...item, offer }] };
	},
});
