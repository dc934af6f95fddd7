import { ShownNumbers } from '../../../lists/workbook/formats';
import { gives } from '../../support/examples';

/** A number with a format that is built in for dates; undefined where it stays a number. */
function dateText(serial: number, is1904: boolean): string | undefined {
	const shown = new ShownNumbers({ formats: [{ id: 14 }], is1904 }).read(serial, 0);
	return typeof shown === 'string' ? shown : undefined;
}

gives('the date', dateText, [
	[45658, false, '2025-01-01'],
	[44196, true, '2025-01-01'],
	[45658.75, false, '2025-01-01T18:00:00'],
	[45658.999999, false, '2025-01-02'],
	[1, false, '1900-01-01'],
	[59, false, '1900-02-28'],
	[60, false, undefined],
	[61, false, '1900-03-01'],
	[0.5, false, '12:00:00'],
	[0, false, '00:00:00'],
	[0.25, true, '06:00:00'],
	[2958465, false, '9999-12-31'],
	[2958466, false, undefined],
	[-1, false, undefined],
	[4915112345678, false, undefined],
]);
