import { pageText } from '../../scripts/docs/pages';

const [, section = ''] = pageText('docs/verification.md').split('\n## Promises\n');
const rows = (section.split('\n## ')[0] ?? '')
	.split('\n')
	.filter((line) => line.startsWith('|') && !/^\| (Promise|---)/.test(line));

/** A test, and words of its file: its name, or what in it shows the promise. */
const shownBy = /^\[[\w.]+\]\(\.\.\/(test\/[\w./]+)\): (.+)$/;

it('each promise of docs/verification.md names tests that are there', () => {
	expect(rows.length).toBeGreaterThan(70);
	const isThere = (named: string) => {
		const [, file, words = ''] = shownBy.exec(named) ?? [];
		return file !== undefined && pageText(file).includes(words);
	};
	const cells = rows.map((row) => (row.split(' | ')[1] ?? '').replace(/\|$/, '').trim());
	const named = cells.flatMap((cell) => cell.split('; '));
	expect(named.filter((one) => !isThere(one))).toEqual([]);
});
