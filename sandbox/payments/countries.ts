import { IANAZone } from 'luxon';
import { utcText } from '../clock';

interface Country {
	currency: string;
	/** Decimals of a price in text: two in `2.99`, three in `479.000`. */
	decimals: 2 | 3;
	zone: string;
	/** Tax that is added to the price on the customer's bill, such as 0.06. */
	taxOnTop: number;
}

/** XTS is ISO 4217's code for tests. The odd offset of XZ shows a local time that is taken for UTC. */
const COUNTRIES: Record<string, Country> = {
	FR: { currency: 'EUR', decimals: 2, zone: 'Europe/Paris', taxOnTop: 0 },
	GB: { currency: 'GBP', decimals: 2, zone: 'Europe/London', taxOnTop: 0 },
	DE: { currency: 'EUR', decimals: 2, zone: 'Europe/Berlin', taxOnTop: 0 },
	SE: { currency: 'SEK', decimals: 2, zone: 'Europe/Stockholm', taxOnTop: 0.06 },
	XZ: { currency: 'XTS', decimals: 3, zone: 'Asia/Kathmandu', taxOnTop: 0 },
};

export function countryOf(code: string): Country {
	const country = COUNTRIES[code];
	if (!country) throw new Error(`country ${code} is not in the seed`);
	return country;
}

/** Such as `2.99`, or `479.000` where prices have three decimals. */
export function moneyText(money: number, country: string): string {
	return money.toFixed(countryOf(country).decimals);
}

/** `yyyy-MM-dd HH:mm:ss` in the country's time zone: the contract's fields with the suffix Local. */
export function localText(instantMs: number, country: string): string {
	return utcText(instantMs + localOffsetMs(instantMs, country));
}

const offsets = new Map<string, number>();

/** The offset of the country's clocks from UTC. */
function localOffsetMs(instantMs: number, country: string): number {
	// Intl is too slow for a hundred thousand records; an offset holds for an hour, because clocks change on the hour.
	const hour = Math.floor(instantMs / 3_600_000);
	const key = `${country} ${hour}`;
	const zone = IANAZone.create(countryOf(country).zone);
	const offset = offsets.get(key) ?? zone.offset(hour * 3_600_000) * 60_000;
	offsets.set(key, offset);
	return offset;
}
