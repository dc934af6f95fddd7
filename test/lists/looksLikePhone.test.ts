import { looksLikePhone } from '../../lists/looksLikePhone';
import { alike, gives } from '../support/examples';

gives('whether a cell may be a phone number', looksLikePhone, [
	...alike<unknown>(true, '+33 6 39 98 01 01', '0033639980101', '(202) 555-0123', '064/123-4567'),
	...alike<unknown>(
		true,
		'06-1-555-0123',
		'tel:+33-6-39-98-03-32',
		"'0722000011",
		'254712345681.0',
	),
	...alike<unknown>(true, '٠٥٠ ١٢٣ ٤٥٧١', '\u202a+966501234567\u202c', 33639980101, '6123456'),
	...alike<unknown>(false, '123456', 123456, '1234567890123456', 1e15, 6123456.5, -6123456),
	...alike<unknown>(false, '2026-11-27', '27.11.2026', '2026-11-27 10:11:12', '11/27/26, 10:11'),
	...alike<unknown>(false, 'a812f7-41c2-9d1e-0242', 'ID 1234567', '1234567 x', '0000100001', ''),
	...alike<unknown>(false, '1.20256E+10', `+33639980101${' '.repeat(40)}`, '9'.repeat(900_000)),
	...alike<unknown>(false, null, undefined, true, ['+33639980101']),
]);
