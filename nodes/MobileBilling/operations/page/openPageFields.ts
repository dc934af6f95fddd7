import type { INodeProperties } from 'n8n-workflow';

const shownFor = (...flow: string[]) => ({ displayOptions: { show: { flow } } });

/** Text that must be there before the workflow can be published. */
function required(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'placeholder'>,
): INodeProperties {
	return { ...words, type: 'string', default: '', required: true };
}

const requestField: INodeProperties = {
	displayName: 'Request',
	name: 'request',
	type: 'json',
	default: '={{ $json }}',
	required: true,
	placeholder: 'e.g. {{ $json }}',
	description: 'The request that the Webhook node got',
};

const flowField: INodeProperties = {
	displayName: 'Pages',
	name: 'flow',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Cancel a Subscription',
			value: 'cancel',
			description: 'A form for the phone number, and what became of the cancellation',
		},
		{
			name: 'Guard Content',
			value: 'guard',
			description: 'Pages for visitors with and without a subscription',
		},
		{
			name: 'Sell a Subscription',
			value: 'sell',
			description: 'Forms for phone number and PIN, and what became of the payment',
		},
	],
	default: 'sell',
	description: 'Which pages the workflow shows',
};

const periodField: INodeProperties = {
	displayName: 'Charged Every',
	name: 'period',
	type: 'options',
	options: [
		{ name: '(Choose)', value: '' },
		{ name: 'Day', value: 'day' },
		{ name: 'Month', value: 'month' },
		{ name: 'Week', value: 'week' },
		{ name: 'Year', value: 'year' },
	],
	default: '',
	required: true,
	description: 'How often the subscription is charged, as set up for the service',
	...shownFor('sell', 'guard'),
};

/** Statements that many countries require of a payment page; n8n names empty ones on the canvas, and publishes nothing. */
const offerFields: INodeProperties[] = [
	required({
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. Game Club',
		description: 'The name of your product, as customers know it',
	}),
	{
		...required({
			displayName: 'Price With Tax',
			name: 'price',
			placeholder: 'e.g. 2.99',
			description: 'The price that the customer pays, as set up for the service',
		}),
		...shownFor('sell', 'guard'),
	},
	{
		...required({
			displayName: 'Currency',
			name: 'currency',
			placeholder: 'e.g. EUR',
			description: 'Three letters of the currency that these customers pay in',
		}),
		...shownFor('sell', 'guard'),
	},
	{
		...required({
			displayName: 'Countries',
			name: 'countries',
			placeholder: 'e.g. FR, BE',
			description: 'Countries whose customers pay in this currency; other numbers are refused',
		}),
		...shownFor('sell'),
	},
	{
		displayName: 'Countries',
		name: 'countries',
		type: 'string',
		default: '',
		placeholder: 'e.g. FR, BE',
		description: 'Countries of numbers that are typed without a country code',
		...shownFor('cancel'),
	},
	periodField,
	required({
		displayName: 'Sold By',
		name: 'seller',
		placeholder: 'e.g. Sample Games Ltd, 1 Sample Street, Vienna',
		description: 'Your company and its address, as your imprint has them',
	}),
	required({
		displayName: 'Support',
		name: 'support',
		placeholder: 'e.g. help@shop.example',
		description: 'The email address or phone number for customers who need help',
	}),
];

const addressFields: INodeProperties[] = [
	{
		...required({
			displayName: 'Content Address',
			name: 'content',
			placeholder: 'e.g. https://shop.example/members',
			description: 'The address for customers who have paid: the Production URL of Visitor',
		}),
		...shownFor('sell'),
	},
	{
		...required({
			displayName: 'Payment Address',
			name: 'payment',
			placeholder: 'e.g. https://shop.example/subscribe',
			description: 'The address where visitors subscribe: the Production URL of Shop page',
		}),
		...shownFor('guard'),
	},
	{
		...required({
			displayName: 'Cancellation Address',
			name: 'cancellation',
			placeholder: 'e.g. https://shop.example/cancel',
			description: 'The address where customers cancel: the Production URL of Cancellation page',
		}),
		...shownFor('sell', 'guard'),
	},
];

/** A whole number of at least 1. */
function count(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'default' | 'description'>,
): INodeProperties {
	return { ...words, type: 'number', typeOptions: { minValue: 1 } };
}

const limitFields: INodeProperties[] = [
	{
		...count({
			displayName: 'Requests per Number',
			name: 'perNumber',
			default: 3,
			description: 'How many requests an hour can do something for one number',
		}),
		...shownFor('sell', 'cancel'),
	},
	count({
		displayName: 'Requests per Address',
		name: 'perAddress',
		default: 10,
		description: 'How many requests an hour one address can make',
	}),
	count({
		displayName: 'Requests per Hour',
		name: 'perHour',
		default: 100,
		description: 'How many requests an hour all can make',
	}),
	count({
		displayName: 'Proxies',
		name: 'proxies',
		default: 1,
		description: 'How many proxies in front of n8n write X-Forwarded-For',
	}),
];

/** The fields of Open Page, in the order of the panel. */
export const openPageFields: INodeProperties[] = [
	flowField,
	...offerFields,
	...addressFields,
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. de',
		description:
			'The language where neither the link (?lang=) nor the browser names one with texts',
	},
	{
		displayName: 'Texts',
		name: 'texts',
		type: 'json',
		typeOptions: { rows: 12 },
		default: '',
		placeholder: 'e.g. {"nl": {"sell.order": "Abonneren en betalen"}}',
		description: "Your texts by language; they override the package's own",
	},
	...limitFields,
	requestField,
];
