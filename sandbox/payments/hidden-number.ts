import type { Settings } from '../settings';
import { aliasOf } from './aliases';
import { magicOf } from './magic';
import type { Payment } from './payment';

/** The alias that identification gives instead of a number, null for a customer whose number it tells. */
export function hiddenAs({ settings }: { settings: Settings }, msisdn: string): string | null {
	const { hashedNumbers } = settings;
	const hidden = hashedNumbers === 'all' || (hashedNumbers === 'some' && magicOf(msisdn).hashed);
	return hidden ? aliasOf(msisdn) : null;
}

/** The customer as the merchant knows them: who has only an alias never sees the number. */
export function msisdnShown({ alias, record }: Payment): string {
	return alias ?? record.msisdn;
}
