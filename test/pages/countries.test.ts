import type { CountryCode } from '../../libraries/libphonenumber';
import { customerNumber, isFrom } from '../../pages/countries';
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
