import type { Configured, Settings } from './settings';

type Show = (reference: string) => string;

const FORMS: Record<Settings['references'], Show | undefined> = {
	exact: (reference) => reference,
	lowerCase: (reference) => reference.toLowerCase(),
	upperCase: (reference) => reference.toUpperCase(),
	cut: (reference) => reference.slice(0, -4),
	padded: (reference) => `0000${reference}`,
	hidden: undefined,
};

/** A reference of the merchant's as a record shows it (setting `references`); undefined for a field that is left out. */
export function referenceShown(
	{ settings }: Configured,
	reference: string | null,
): string | null | undefined {
	const show = FORMS[settings.references];
	return show && reference !== null ? show(reference) : show && null;
}
