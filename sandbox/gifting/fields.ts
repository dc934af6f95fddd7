import { z } from 'zod';

/** Contract, "Limits": at most 32 alphanumeric characters. */
export const serviceKey = z
	.string()
	.regex(/^[A-Za-z0-9]{1,32}$/, 'must be 1 to 32 letters and digits');

/** Contract, "Common conventions": E.164 without the leading plus. */
export const msisdn = z
	.string()
	.regex(/^[1-9]\d{7,14}$/, 'must be 8 to 15 digits, E.164 without plus');
