import type { INodeProperties } from 'n8n-workflow';

/** A value of the contract as a choice: its name is what the platform writes, odd spellings too. */
export function choiceOf(value: string) {
	return { name: value, value };
}

/** The two ends of a range; neither belongs to it (contract, “Query APIs”: greater than, less than). */
export function rangeFields(
	label: string,
	name: string,
	type: 'dateTime' | 'string',
	description: string,
): INodeProperties[] {
	const isTime = type === 'dateTime';
	const [from, to] = isTime ? ['After', 'Before'] : ['Above', 'Below'];
	const [more, less] = isTime ? ['later', 'earlier'] : ['higher', 'lower'];
	const placeholder = isTime ? '2026-11-21T00:00:00' : '4.99';
	return [
		{
			displayName: `${label} ${from}`,
			name: `${name}From`,
			type,
			default: '',
			placeholder,
			description: `${description}, ${more} than this`,
		},
		{
			displayName: `${label} ${to}`,
			name: `${name}To`,
			type,
			default: '',
			placeholder,
			description: `${description}, ${less} than this`,
		},
	];
}
