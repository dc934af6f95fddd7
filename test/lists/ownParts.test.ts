import { withArea } from '../../lists/reading';
import { tried } from '../../platform/input';
import { dialedDigits } from '../../platform/phoneNumber';

it.each<[unknown, unknown, string | undefined]>([
	['12345678', 11, '1112345678'],
	['12345678', ' (011) ', '01112345678'],
	['234 5678', '0151', '01512345678'],
	['234 5678', '٠١٥١', '01512345678'],
	['2345678', '', '2345678'],
	['+5511912345678', '99', undefined],
	['2345678', "' or 1=1", undefined],
	['2345678', '１５１', '1512345678'],
	['2345678', '151 Bonn', undefined],
])('%j in the area %j is dialed as %s', (cell, area, digits) => {
	expect(tried(() => dialedDigits(withArea(cell, area))?.digits)).toBe(digits);
});
