import { isObject, textIn } from '../platform/answer';
import type { TextName } from './languages';
import type { Flow } from './offer';

/** The parts of a page, in this order: title, texts, the platform's words, a form, links, and facts. */
export interface Layout {
	/** 200 unless another is named. */
	statusCode?: number;
	title: TextName;
	texts: TextName[];
	form?: 'phone' | 'pin';
	links?: LinkName[];
	/** The whole offer: before anybody pays. */
	showsOffer?: true;
	/** Something went wrong: the texts stand out. */
	isError?: true;
	/** The number of the execution, for questions. */
	showsReference?: true;
	/** The platform's message, in the customer's language. */
	instructions?: string;
	/** The merchant's content for subscribers. */
	content?: string;
	/** The address that the browser is sent to. */
	location?: string;
}

export type LinkName = 'content' | 'cancellation' | 'payment' | 'again';

type PageItem = Record<string, unknown>;

/** The layouts of the pages of a flow; a page is named as its texts are. */
export const layouts: Record<Flow, Record<string, Partial<Layout>>> = {
	sell: {
		form: { form: 'phone', showsOffer: true },
		pin: { form: 'pin', showsOffer: true },
		invalidPin: { form: 'pin', showsOffer: true, isError: true },
		wrongFormat: { form: 'pin', showsOffer: true, isError: true },
		attemptsExceeded: { links: ['again'], isError: true },
		pinRefused: { links: ['content', 'again'], showsReference: true, isError: true },
		urlRedirect: {},
		premium: { links: ['content'], showsOffer: true },
		handshake: { links: ['content'], showsOffer: true },
		charged: { links: ['content', 'cancellation'] },
		existingSubscription: { links: ['content', 'cancellation'] },
		accepted: { links: ['content'], showsReference: true },
		notCharged: { showsReference: true, isError: true },
		unknown: { links: ['content'], showsReference: true, isError: true },
		wrongNumber: { form: 'phone', showsOffer: true, isError: true },
		otherCountry: { form: 'phone', showsOffer: true, isError: true },
		notStarted: { showsReference: true, isError: true },
		tooMany: { title: 'page.tooMany.title', statusCode: 429, isError: true },
	},
	cancel: {
		form: { form: 'phone' },
		canceled: {},
		alreadyBeingCanceled: {},
		noSuchSubscription: { form: 'phone', isError: true },
		unknown: { showsReference: true, isError: true },
		notCanceled: { showsReference: true, isError: true },
		wrongNumber: { form: 'phone', isError: true },
		tooMany: { title: 'page.tooMany.title', statusCode: 429, isError: true },
	},
	guard: {
		noSubscription: { statusCode: 402, links: ['payment'], showsOffer: true },
		success: { statusCode: 402 },
		renewalPending: { statusCode: 402 },
		active: { links: ['cancellation'] },
		alreadyPaid: { title: 'guard.active.title' },
		outage: { statusCode: 503, isError: true },
		notFound: { statusCode: 404, isError: true },
		tooMany: { title: 'page.tooMany.title', statusCode: 429, isError: true },
	},
};

/** The page of a flow for any other outcome or error. */
const others: Record<Flow, string> = { sell: 'unknown', cancel: 'unknown', guard: 'outage' };

/** The texts for refusals of an operator that have a text of their own. */
const limitTexts: Record<string, TextName> = {
	DAILY_LIMIT_EXCEEDED: 'sell.dailyLimit.text',
	MONTHLY_LIMIT_EXCEEDED: 'sell.monthlyLimit.text',
};

/** @param item what the node before the page gives: an outcome, or an error */
export function layoutOf(flow: Flow, item: PageItem, returned: string): Layout {
	const name = isObject(item.error)
		? pageOfError(flow, item.error)
		: pageOfOutcome(flow, item, returned);
	const layout: Layout = {
		title: `${flow}.${name}.title` as TextName,
		texts: [`${flow}.${name}.text` as TextName],
		...layouts[flow][name],
	};
	if (flow === 'sell') return { ...layout, ...ofSale(name, item, layout) };
	return flow === 'guard' ? { ...layout, ...ofGuard(name, item, returned) } : layout;
}

function pageOfOutcome(flow: Flow, item: PageItem, returned: string): string {
	const name = textIn(item.outcome) ?? '';
	if (!Object.hasOwn(layouts[flow], name)) return others[flow];
	// Without an address, the customer can't be redirected.
	if (name === 'urlRedirect' && textIn(item.urlRedirect) === undefined) return others[flow];
	// A return proves nothing, but a customer who may have paid isn't sent to pay again.
	return name === 'noSubscription' && returned === 'success' ? 'success' : name;
}

function pageOfError(flow: Flow, { outcomeUnknown, field }: PageItem): string {
	if (flow === 'guard' || outcomeUnknown === true) return others[flow];
	if (field === 'msisdn' || field === 'userId') return 'wrongNumber';
	return flow === 'sell' ? 'notStarted' : 'notCanceled';
}

/** The fields that a sale's page takes from its item. */
function ofSale(name: string, item: PageItem, { texts }: Layout): Partial<Layout> {
	if (name === 'urlRedirect') return { location: textIn(item.urlRedirect) };
	if (name === 'premium' || name === 'handshake') {
		const instructions = textIn(item[`${name}Instructions`]);
		const own: TextName[] = instructions === undefined ? texts : [];
		return { instructions, texts: [...own, 'sell.afterwards'] };
	}
	const limit = limitTexts[textIn(item.errorType) ?? ''];
	if (name === 'notCharged' && limit) return { texts: [limit] };
	const { status } = isObject(item.error) ? item.error : {};
	const isRefused = typeof status === 'number' && status < 500;
	if (name === 'wrongNumber' && isRefused) return { texts: ['sell.unknownNumber.text'] };
	return name === 'notStarted' && isRefused ? { texts: ['sell.refused.text'] } : {};
}

function ofGuard(name: string, item: PageItem, returned: string): Partial<Layout> {
	if (name === 'noSubscription' && (returned === 'canceled' || returned === 'failed'))
		return { texts: [`guard.${returned}.text`, 'guard.noSubscription.text'] };
	if (name !== 'active' && name !== 'alreadyPaid') return {};
	const expires = !Number.isNaN(Date.parse(String(item.timeToExpire)));
	const until: TextName[] = expires ? ['guard.until.text'] : [];
	// The platform calls a subscription active until it ends, even when it was canceled.
	const own: TextName[] = expires && name === 'active' ? [] : [`guard.${name}.text`];
	return { texts: [...own, ...until], content: textIn(item.content) };
}
