import {
	examples,
	getCountries,
	getCountryCallingCode,
	nonGeographicCodes,
	parsePhoneNumberFromString,
	possibleLengths,
} from '../libraries/libphonenumber';

/** A calling code, a mobile number without it, and how many digits can follow it. */
export interface NumberingPlan {
	code: string;
	example: string;
	lengths: number[];
	/** Whether a 0 is dialed within the country only; computed when it's first needed. */
	trunkZero?: boolean;
}

/** Numbers that a customer can have. The lengths of all types would also allow 9 and 11 digits in India. */
const customerTypes = ['FIXED_LINE', 'MOBILE', 'PERSONAL_NUMBER', 'VOIP'] as const;

/** How many digits a phone number has, with its country code. */
export const [minDigits, maxDigits] = [8, 15];

const plans = new Map<string, NumberingPlan>();
for (const country of getCountries()) {
	const code = getCountryCallingCode(country);
	const lengths = customerTypes
		.flatMap((type) => possibleLengths(country, type))
		.concat(plans.get(code)?.lengths ?? [])
		.filter((length) => code.length + length >= minDigits && code.length + length <= maxDigits)
		.sort((one, other) => one - other);
	plans.set(code, { code, example: examples[country], lengths: [...new Set(lengths)] });
}

export const callingCodes: readonly string[] = [...plans.keys()];

/** Codes of no country: satellite and other networks, and 999, which the sandbox's invented numbers have. */
export const otherCodes = [...nonGeographicCodes, '999'];

/** The plan of the calling code in front; undefined when no country has it. */
export function numberingPlanOf(digits: string): NumberingPlan | undefined {
	return (
		plans.get(digits.slice(0, 1)) ?? plans.get(digits.slice(0, 2)) ?? plans.get(digits.slice(0, 3))
	);
}

/** The calling code of an international number, such as 49 of 4915123456789; '' where no country has it. */
export function callingCodeOf(phone: string): string {
	return numberingPlanOf(phone)?.code ?? '';
}

/** Whether a 0 is dialed within the country only, as `(0)` in +43 (0) 660 1234567 shows. */
export function hasTrunkZero(plan: NumberingPlan): boolean {
	const { code, example } = plan;
	const dialed = () => parsePhoneNumberFromString(`+${code}0${example}`)?.nationalNumber;
	return (plan.trunkZero ??= dialed() === example);
}
