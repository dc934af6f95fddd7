import { z } from 'zod';
import { numberOf } from '../payments/aliases';

/** Contract, "Limits": at most 32 alphanumeric characters. */
export const serviceKey = z
	.string()
	.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits');

/** Contract, "Common conventions": E.164 without the leading plus; or the alias of a number. */
export const msisdn = z
	.string()
	.refine(
		(named) => /^[1-9]\d{7,14}$/.test(numberOf(named)),
		'must be 8 to 15 digits, E.164 without plus',
	);
