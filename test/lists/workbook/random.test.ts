import fc from 'fast-check';
import { openWorkbook } from '../../support/readLists';

/** Text as XML can hold it. The library takes words such as `constructor` for texts it has written before. */
const text = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
	.filter((one) => !/[\0-\x1F\uFFFD-\uFFFF]|_x[0-9a-f]{4}_/i.test(one) && !(one in {}))
	.filter((one) => one.trim() === one);
const day = fc
	.integer({ min: Date.UTC(1901, 0) / 1000, max: Date.UTC(2200, 0) / 1000 })
	.map((second) => new Date(second * 1000));
const cell = fc.oneof(
	text.map((value) => ({ value, type: String, read: value })),
	fc.maxSafeInteger().map((value) => ({ value, type: Number, read: value })),
	fc
		.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
		.map((value) => ({ value, type: Number, read: value + 0 })),
	fc.boolean().map((value) => ({ value, type: Boolean, read: value ? 'TRUE' : 'FALSE' })),
	day.map((value) => ({ value, type: Date, format: 'dd.mm.yyyy hh:mm:ss', read: isoOf(value) })),
	fc.constant(null),
);

function isoOf(date: Date): string {
	return date.toISOString().replace('.000Z', '').replace('T00:00:00', '');
}

const rows = fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 12 });

test('a workbook as another library writes it is read as it was written', async () => {
	const { default: writeWorkbook } = await import('write-excel-file/node');
	await fc.assert(
		fc.asyncProperty(rows, async (table) => {
			const sheet = table.map((cells) => cells.map((one) => one && { ...one, read: undefined }));
			const bytes = await writeWorkbook(sheet as never, { sheet: 'Zoé & Co' }).toBuffer();
			const workbook = openWorkbook(bytes);
			const read = new Map(Array.from(workbook.records, ({ row, cells }) => [row, cells]));
			expect(workbook.sheet).toBe('Zoé & Co');
			const withoutEmpty = (cells: unknown[]) => {
				const last = cells.findLastIndex((value) => value !== '');
				return cells.slice(0, last + 1);
			};
			for (const [at, cells] of table.entries()) {
				const expected = withoutEmpty(cells.map((one) => one?.read ?? ''));
				expect(withoutEmpty(read.get(at + 1) ?? [])).toEqual(expected);
			}
		}),
		{ numRuns: 200 },
	);
});
