import { readAll, type RowReader } from '../../../nodes/MobileDataCampaign/tables';

type Read<Row> = ReturnType<typeof readAll<Row>>;

/** By reader, and by the row as the store gave it, which is another one after each write. */
const known = new Map<unknown, WeakMap<object, Read<unknown>>>();

/** Reads rows as the nodes do, each one once until it's written: most are read in each step as they were before. */
export function readRows<Row>(read: RowReader<Row>, stored: object[]): Read<Row> {
	const own = (known.get(read) ?? new WeakMap()) as WeakMap<object, Read<Row>>;
	known.set(read, own);
	const all = stored.map((row) => {
		const result = own.get(row) ?? readAll(read, [row]);
		own.set(row, result);
		return result;
	});
	return { rows: all.flatMap(({ rows }) => rows), wrong: all.flatMap(({ wrong }) => wrong) };
}
