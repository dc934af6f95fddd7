import type { INodeProperties } from 'n8n-workflow';
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
import { field, option, text } from '../../../../platform/fieldHead';
import { localOperation } from '../../../engine/panel/operation';
import { countSchema, itemSchema } from './fields';

const shownFor = (...flow: string[]) => ({ displayOptions: { show: { flow } } });

/** A text field that n8n requires before it publishes the workflow, for some flows or all. */
const required = (heading: ReturnType<typeof text>, description: string, ...flow: string[]) => ({
	...heading,
	required: true,
	description,
	...(flow.length > 0 && shownFor(...flow)),
});

const countField = (displayName: string, name: string, preset: number, description: string) => ({
	...field('number', displayName, name, preset),
	typeOptions: { minValue: 1 },
	description,
});

const flowField: INodeProperties = {
	...field('options', 'Pages', 'flow', 'sell'),
	noDataExpression: true,
	options: [
		option(
			'Cancel a Subscription',
			'cancel',
			'A form for the phone number, and the result of the cancellation',
		),
		option('Guard Content', 'guard', 'Pages for visitors with and without a subscription'),
		option(
			'Sell a Subscription',
			'sell',
			'Forms for phone number and PIN, and the result of the payment',
		),
	],
	description: 'Which pages the workflow shows',
};

const periodField: INodeProperties = {
	...field('options', 'Charged Every', 'period', ''),
	options: [
		{ name: '(Choose)', value: '' },
		{ name: 'Day', value: 'day' },
		{ name: 'Month', value: 'month' },
		{ name: 'Week', value: 'week' },
		{ name: 'Year', value: 'year' },
	],
	required: true,
	description: 'How often the subscription is charged, as set up for the service',
	...shownFor('sell', 'guard'),
};

/**
 * Statements that many countries require of a payment page; n8n marks empty ones on the canvas, and doesn't publish the
 * workflow.
 */
const offerFields: INodeProperties[] = [
	required(text('Name', 'name', 'Game Club'), 'The name of your product, as customers know it'),
	required(
		text('Price With Tax', 'price', '2.99'),
		'The price that the customer pays, as set up for the service',
		'sell',
		'guard',
	),
	required(
		text('Currency', 'currency', 'EUR'),
		'Three letters of the currency that these customers pay in',
		'sell',
		'guard',
	),
	required(
		text('Countries', 'countries', 'FR, BE'),
		'Countries whose customers pay in this currency; other numbers are refused',
		'sell',
	),
	{
		...text('Countries', 'countries', 'FR, BE'),
		description: 'Countries of numbers that are typed without a country code',
		...shownFor('cancel'),
	},
	periodField,
	required(
		text('Sold By', 'seller', 'Sample Games Ltd, 1 Sample Street, Vienna'),
		'Your company and its address, as in your imprint',
	),
	required(
		text('Support', 'support', 'help@shop.example'),
		'The email address or phone number for customers who need help',
	),
];

const addressFields: INodeProperties[] = [
	required(
		text('Content Address', 'content', 'https://shop.example/members'),
		'The address for customers who have paid: the Production URL of Visitor',
		'sell',
	),
	required(
		text('Payment Address', 'payment', 'https://shop.example/subscribe'),
		'The address where visitors subscribe: the Production URL of Shop page',
		'guard',
	),
	required(
		text('Cancellation Address', 'cancellation', 'https://shop.example/cancel'),
		'The address where customers cancel: the Production URL of Cancellation page',
		'sell',
		'guard',
	),
];

const perNumber = 'How many requests an hour may have an effect on one number';
const perAddress = 'How many requests an hour one address can make';
const proxies = 'How many proxies in front of n8n write X-Forwarded-For';

const openPageFields: INodeProperties[] = [
	flowField,
	...offerFields,
	...addressFields,
	{
		...field('string', 'Language', 'language', 'en', 'de'),
		description:
			'The language if neither the link (?lang=) nor the browser names a language with texts',
	},
	{
		...field('json', 'Texts', 'texts', '', '{"nl": {"sell.order": "Abonneren en betalen"}}'),
		typeOptions: { rows: 12 },
		description: "Your texts by language; they override the package's own",
	},
	{
		...countField('Requests per Number', 'perNumber', 3, perNumber),
		...shownFor('sell', 'cancel'),
	},
	countField('Requests per Address', 'perAddress', 10, perAddress),
	countField('Requests per Hour', 'perHour', 100, 'How many requests an hour in all'),
	countField('Proxies', 'proxies', 1, proxies),
	{
		...field('json', 'Request', 'request', '={{ $json }}', '{{ $json }}'),
		required: true,
		description: 'The request that the Webhook node got',
	},
];

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
	perNumber: countSchema.optional(),
	perAddress: countSchema,
	perHour: countSchema,
	proxies: countSchema,
	request: itemSchema,
	timezone: z.string(),
});

/** The fields that this flow requires and another one may not. */
const requiredIn = (flow: string) =>
	openPageFields.filter(
		({ required, displayOptions }) => required && displayOptions?.show?.flow?.includes(flow),
	);

const params = fields.superRefine((values, context) => {
	const { message, nextStep } = requiredError();
	for (const { name } of requiredIn(values.flow)) {
		if (String(values[name as keyof typeof values]) !== '') continue;
		context.addIssue({ code: 'custom', path: [name], message, params: { nextStep } });
	}
});

/** Reads a visit, and outputs the offer, texts and language that all its pages share. */
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
