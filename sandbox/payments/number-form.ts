import type { Settings } from '../settings';
import { moneyText } from './countries';

interface Form {
	settings: Settings;
}

/** An id or a quantity as the platform shows it: setting `numberForm`. */
export function numberShown({ settings }: Form, value: number): number | string {
	return settings.numberForm === 'text' ? String(value) : value;
}

/** The same of money, a text with the decimals of the country's currency. */
export function moneyShown({ settings }: Form, value: number, country: string): number | string {
	return settings.numberForm === 'text' ? moneyText(value, country) : value;
}
