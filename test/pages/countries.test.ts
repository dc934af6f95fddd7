import type { CountryCode } from '../../libraries/libphonenumber';
import { customerNumber, exampleIn, homeOf, isFrom } from '../../pages/countries';
import { languageFor } from '../../pages/languages';
import { gives } from '../support/examples';

gives(
	'the number of a customer',
	(typed: string, ...countries: CountryCode[]) => customerNumber(typed, countries),
	[
		['+33 6 39 98 12 34', 'DE', '33639981234'],
		['06 12 34 56 78', 'FR', 'DE', '33612345678'],
		['06 12 34 56 78', 'DE', ''],
		['06 12 34 56 78', ''],
		['0', 'FR', ''],
	],
);

/** Reserved for fiction, so that no numbering plan has it. */
const unknown = '06 39 98 12 34';
gives('a number that no plan has', customerNumber, [
	[unknown, ['FR', 'AT', 'DE'], 'FR', '33639981234'],
	[unknown, ['FR'], 'FR', '33639981234'],
	[unknown, ['FR', 'AT', 'DE'], '', ''],
	[unknown, ['AT', 'DE'], 'FR', ''],
	// It's a mobile number elsewhere, or a landline at home.
	['0171 3920012', ['FR', 'DE'], 'FR', '491713920012'],
	['030 302017', ['DE'], 'DE', ''],
]);

const languageOf = (link: string) =>
	languageFor({ link, browser: '', setting: '' }, ['en', 'fr', 'de', 'ar']);

gives(
	'the country of a page, and its example',
	(link: string, ...countries: CountryCode[]) => [
		homeOf(languageOf(link), countries),
		exampleIn(languageOf(link), countries),
	],
	[
		['fr', 'FR', 'DE', ['FR', '+33 6 39 98 12 34']],
		['de', 'FR', 'DE', ['DE', '+49 1512 3456789']],
		['de-AT', 'AT', 'DE', ['AT', '+43 664 123456']],
		['en', 'FR', 'DE', ['', '+33 6 39 98 12 34']],
		['en', 'DE', ['DE', '+49 1512 3456789']],
		['en', ['', '+33 6 39 98 12 34']],
	],
);

gives(
	'whether a number is of the countries',
	(msisdn: string, ...countries: CountryCode[]) => isFrom(countries, msisdn),
	[
		['33639981234', 'FR', 'DE', true],
		['33639981234', 'DE', false],
		// No plan tells the country of a number reserved for fiction: its calling code does.
		['447700900101', 'FR', 'AT', 'GB', true],
		['447700900101', 'FR', 'AT', 'DE', false],
	],
);
