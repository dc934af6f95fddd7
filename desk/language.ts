import { languageFor } from '../pages/languages';
import { textIn } from '../platform/answer';
import { inLanguage, speech, type Catalog } from '../platform/say';
import { isProgram, type DeskRequest } from './http';
import ar from './texts/ar.json';
import de from './texts/de.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import pt from './texts/pt.json';
import sr from './texts/sr.json';

/** The languages that come with the package besides English, in which the texts of the desk are written. */
export const catalogs: Record<string, Catalog> = { ar, de, es, fr, pt, sr };

/** The signs of a reader's language: `?lang=` of the address goes before the browser's header Accept-Language. */
type Hints = Pick<DeskRequest, 'query' | 'languages'>;

/** Renders a page in the language of its reader; in English where the language has no texts. */
export function inReadersLanguage<Page>(
	{ query, languages = '' }: Hints,
	render: () => Page,
): Page {
	const link = textIn(query.lang) ?? '';
	const hints = { link, browser: languages, setting: '' };
	const { name, tag, direction, ...region } = languageFor(hints, ['en', ...Object.keys(catalogs)]);
	const catalog = catalogs[name];
	if (!catalog) return inLanguage({ ...speech(), asked: link }, render);
	// Without extensions that a reader may write. Fields and files have these digits, too.
	const { baseName } = new Intl.Locale(region.locale);
	const locale = new Intl.Locale(baseName, { numberingSystem: 'latn' }).toString();
	return inLanguage({ asked: link, catalog, tag, direction, locale }, render);
}

/** Answers a request for a campaign: a browser in the language of its reader, a program in English. */
export function answering<Answer>(request: DeskRequest, answer: () => Answer): Answer {
	return isProgram(request) ? answer() : inReadersLanguage(request, answer);
}

/** The address of another page, in the language that the address of this one asks for. */
export function withLanguage(address: string): string {
	const { asked } = speech();
	if (asked === '') return address;
	const lang = `lang=${encodeURIComponent(asked)}`;
	if (address === '?') return `?${lang}`;
	return `${address}${address.includes('?') ? '&' : '?'}${lang}`;
}
