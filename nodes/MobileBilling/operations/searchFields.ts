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
	const [from, to] = type === 'dateTime' ? ['After', 'Before'] : ['Above', 'Below'];
	const placeholder = type === 'dateTime' ? '2026-11-21T00:00:00' : '4.99';
	return [
		{
			displayName: `${label} ${from}`,
			name: `${name}From`,
			type,
			default: '',
			placeholder,
			description: `${description}: later or higher than this`,
		},
		{
			displayName: `${label} ${to}`,
			name: `${name}To`,
			type,
			default: '',
			placeholder,
			description: `${description}: earlier or lower than this`,
		},
	];
}
