import { shownCell } from './cell';
import type { ReadFile } from './read';
import type { WrittenList } from './systems';

/** The sheets of a list, with the customer of each row. */
export function shownList({ sheets, rows, truth, defaultAmount }: WrittenList): string[] {
	const shown = sheets.flatMap(({ name, rows: written }) => [
		`Sheet ${name}`,
		...written.map(({ row, cells }) => {
			const real = rows.get(row);
			const is = real
				? `  is ${real.msisdn} with ${real.megabytes} MB${real.isClear ? '' : ', unclear'}`
				: '';
			return `${row}: ${cells.map(shownCell).join(' | ')}${is}`;
		}),
	]);
	return [
		...shown,
		`True: ${JSON.stringify(truth)}${defaultAmount === undefined ? '' : `, ${defaultAmount} MB for all`}`,
	];
}

/** The questions and rows of a file, as text. */
export function shownRead({ rows, bad, questions, refusal }: ReadFile): string {
	return [
		...questions.map(
			({ field, proposed, text }) => `asks ${field} (${proposed ?? 'nothing proposed'}): ${text}`,
		),
		...(questions.length === 0 && refusal ? [`refuses: ${refusal.message}`] : []),
		...rows.map(({ row, phone, megabytes }) => `${row} = ${phone} ${megabytes} MB`),
		...(questions.length === 0
			? bad.map(({ row, value, reason }) => `${row} refused (${value}): ${reason}`)
			: []),
	].join('; ');
}
