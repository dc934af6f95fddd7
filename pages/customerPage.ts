import { createHash } from 'node:crypto';
import { textIn } from '../platform/answer';
import { asWritten, countriesIn, exampleIn } from './countries';
import { documentIn, factList, html, nothing, type Html } from './html';
import { dayWords, linkTo, priceWords, type Offer } from './offer';
import { layoutOf, type Layout, type LinkName } from './layouts';
import { tagOf, type TextName } from './languages';
import { wordsIn, type Values, type Words } from './words';

/** The answer to a browser. */
interface CustomerPage {
	statusCode: number;
	/** The address that the browser is sent to; '' for a page. */
	location: string;
	body: string;
	/** The field that the page asks for; '' if none. */
	asks: 'phone' | 'pin' | '';
}

/** The page of one visit: its customer, its texts, and the address of its forms. */
interface PageRequest {
	offer: Offer;
	/** The item of the node before the page. */
	item: Record<string, unknown>;
	/** The address that a PIN is sent to. */
	pinAddress: string;
	/** The number of the execution. */
	reference: string;
}

/** Keeps a second click from sending a form again. After 9 seconds it works again, for customers who went back. */
const once =
	"const b=this.querySelector('button');b.disabled=true;setTimeout(()=>b.disabled=false,9000)";
const hash = createHash('sha256').update(once).digest('base64');

/** A page loads nothing, and runs only that script. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-hashes' 'sha256-${hash}'; base-uri 'none'`;

/** The page that tells a customer what happened, in their language. */
export function customerPage(visit: PageRequest): CustomerPage {
	const { offer, item } = visit;
	const layout = layoutOf(offer.flow, item, offer.returned);
	const { location = '', statusCode = 200, form = '' } = layout;
	if (location !== '') return { statusCode: 303, location, body: '', asks: '' };
	const words = wordsIn(offer.language, offer.texts, valuesOf(visit));
	const main = html`<main class="narrow">
		<h1>${words.rich(layout.title)}</h1>
		<section>
			${foreignText(layout.instructions)} ${pageTexts(layout, words)} ${foreignText(layout.content)}
			${layout.showsOffer ? factList([...orderedNumber(layout, offer, words), ...offerFacts(offer, words)]) : nothing}
			${form === '' ? nothing : formOf(form, visit, words)}
			${layout.links?.map((link) => linkOf(link, offer, words)) ?? []}
			${layout.showsReference ? html`<p class="soft">${words.rich('page.reference')}</p>` : nothing}
		</section>
		<section>${factList(contact(offer, words))}</section>
	</main>`;
	const body = documentIn(offer.language, words.plain(layout.title), main, policy);
	return { statusCode, location, body, asks: form };
}

/** The values that texts can name. */
function valuesOf({ offer, item, reference }: PageRequest): Values {
	const { language, name, period, timezone, countries } = offer;
	const price = priceWords(language, offer.price, offer.currency);
	const perPeriod: TextName | undefined = period && `offer.${period}`;
	const terms = perPeriod ? wordsIn(language, offer.texts, { price }).plain(perPeriod) : price;
	const count = new Intl.NumberFormat(language.locale).format(Number(item.attemptsLeft ?? 0));
	return {
		name,
		price,
		terms,
		count,
		countries: countriesIn(language, countries),
		date: dayWords(language, String(item.timeToExpire), timezone),
		number: textIn(item.shortCode) ?? reference,
		text: textIn(item.smsBody) ?? '',
	};
}

/** The messages of the page; errors stand out, and are read out. */
function pageTexts({ texts, isError }: Layout, words: Words): Html {
	const all = html`${texts.map((name) => html`<p>${words.rich(name)}</p>`)}`;
	return isError ? html`<div class="note error" role="alert">${all}</div>` : all;
}

/** The text of somebody else, line by line; its language isn't known. */
function foreignText(text = ''): Html[] {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	return lines.map((line) => html`<p lang="" dir="auto">${line}</p>`);
}

/** The number of the order, as it was read: a mistyped number gets no SMS. */
function orderedNumber({ form }: Layout, { flow, customer }: Offer, words: Words): PageFact[] {
	if (flow !== 'sell' || form === 'phone') return [];
	return [[words.plain('page.phone'), html`<bdi dir="ltr">${asWritten(customer)}</bdi>`]];
}

/** The facts that a payment page must show: the price with tax, how often it's charged, and how to cancel. */
function offerFacts(offer: Offer, words: Words): PageFact[] {
	const { period, cancellation, customer, language } = offer;
	const charged: TextName | undefined = period && `offer.charged.${period}`;
	const price = priceWords(language, offer.price, offer.currency);
	const link = linkTo(cancellation, { phone: customer, lang: tagOf(language) });
	return [
		[words.plain('offer.price'), html`${price}`],
		[words.plain('offer.charged'), charged ? words.rich(charged) : ''],
		[words.plain('offer.cancellation'), html`<a href="${link}">${words.rich('offer.cancel')}</a>`],
	];
}

/** The seller and the helpline, on every page. */
function contact({ seller, support }: Offer, words: Words): PageFact[] {
	return [
		[words.plain('page.seller'), html`<span lang="" dir="auto">${seller}</span>`],
		[words.plain('page.support'), html`<span lang="" dir="auto">${support}</span>`],
	];
}

type PageFact = [name: string, value: string | Html];

function formOf(kind: 'phone' | 'pin', { offer, pinAddress }: PageRequest, words: Words): Html {
	const { flow, language, typed, countries } = offer;
	const isPin = kind === 'pin';
	const namesCountries = !isPin && flow === 'sell' && countries.length > 0;
	const own = isPin
		? html`name="pin" autocomplete="one-time-code" maxlength="30"`
		: html`name="phone" type="tel" autocomplete="tel" maxlength="40" value="${typed}"
			placeholder="${exampleIn(language, countries)}"`;
	const action = isPin ? pinAddress : `?lang=${encodeURIComponent(tagOf(language))}`;
	return html`<form class="fields" method="post" action="${action}" onsubmit="${once}">
		<label for="field">${words.rich(isPin ? 'sell.pin.label' : 'page.phone')}</label>
		<input id="field" ${own} dir="ltr" required />
		${namesCountries ? html`<small>${words.rich('sell.countries')}</small>` : nothing}
		<button>${words.rich(flow === 'cancel' ? 'cancel.button' : 'sell.order')}</button>
	</form>`;
}

function linkOf(link: LinkName, offer: Offer, words: Words): Html {
	const { flow, customer, language } = offer;
	const lang = tagOf(language);
	const links: Record<LinkName, [address: string, name: TextName]> = {
		content: [linkTo(offer.content, { customer, lang }), 'sell.content'],
		cancellation: [
			linkTo(offer.cancellation, { phone: customer, lang }),
			flow === 'guard' ? 'guard.cancel' : 'offer.cancel',
		],
		payment: [linkTo(offer.payment, { lang }), 'guard.subscribe'],
		again: [linkTo(offer.ownAddress, { lang }), 'sell.again'],
	};
	const [address, name] = links[link];
	const look = link === 'cancellation' ? '' : 'button';
	return html`<p><a class="${look}" href="${address}">${words.rich(name)}</a></p>`;
}
