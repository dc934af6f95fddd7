import { dateText, isDateFormat } from '../../../campaign/workbook/dates';
import { alike, gives } from '../../support/examples';

gives('isDateFormat', (code: string) => isDateFormat(164, code), [
	...alike<string>(true, 'dd.mm.yyyy', '[$-409]d-mmm-yy', '[h]:mm', '[ss]', '[Red]yy'),
	...alike<string>(
		false,
		'General',
		'0.00E+00',
		'0 "MB"',
		'#,##0\\ "days"',
		'[Red]-0',
		'[$kr-414] 0',
		'_-* #,##0_d',
		'*d0',
		'0;"yes"',
		'',
	),
]);

gives('isDateFormat without a code', (id: number) => isDateFormat(id, undefined), [
	...alike(true, 14, 22, 27, 36, 45, 47, 50, 58),
	...alike(false, 0, 1, 13, 23, 37, 44, 48, 49, 59, 164),
]);

gives('dateText', (serial: number, is1904: boolean) => dateText(serial, is1904), [
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
