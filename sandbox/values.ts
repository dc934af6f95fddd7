import type { Configured } from './settings';

/** Numbers, true and false as they are, or as text: the contract has samples of both (setting `recordValues`). */
export function valuesShown({ settings }: Configured, record: object): object {
	if (settings.recordValues === 'typed') return record;
	const shown = Object.entries(record).map(([name, value]: [string, unknown]) => {
		return [name, ['number', 'boolean'].includes(typeof value) ? String(value) : value];
	});
	return Object.fromEntries(shown) as object;
}
