import { z } from 'zod';
import { otherUnread, type OtherCampaign } from '../../campaign/otherGifts';
import { stopping } from '../../campaign/piece';
import type { CampaignChange, PieceToDo } from '../../campaign/work';
import {
	campaignColumns,
	listColumns,
	pieceColumns,
	runnerColumns,
	type Campaign,
	type Piece,
	type Runner,
} from '../../campaign/types';
import type { WrongCell } from '../../campaign/wrongCells';
import { isObject } from '../../platform/answer';
import { InputError, onInputError } from '../../platform/input';

/** Reads a row of a table. @throws InputError that names the first cell that is wrong, or whose column is missing */
export type RowReader<Row> = (row: unknown) => Row;

/** A rule between two cells of a row. */
interface Rule<Row> {
	column: keyof Row & string;
	words: string;
	holds: (row: Row) => boolean;
}

/** Makes the reader of some columns of a table. Other columns stay as they are. */
function rowReader<Shape extends z.ZodRawShape>(
	table: string,
	columns: z.ZodObject<Shape>,
	rules: Rule<z.infer<typeof columns>>[] = [],
): RowReader<z.infer<typeof columns>> {
	const schema = columns.passthrough();
	return (row) => {
		const cells = isObject(row) ? row : {};
		const { data, error } = schema.safeParse(cells);
		const [issue] = error?.issues ?? [];
		if (issue) throw wrongCell(table, String(issue.path[0]), issue.message, cells);
		const read = data as z.infer<typeof columns>;
		const broken = rules.find((rule) => !rule.holds(read));
		if (!broken) return read;
		throw wrongCell(table, broken.column, broken.words, cells);
	};
}

function wrongCell(table: string, column: string, words: string, row: Record<string, unknown>) {
	if (row[column] === undefined) {
		const nextStep = 'Add this column to the Data Table again, with the values it had.';
		return new InputError(`'${column}' is missing in ${table}`, nextStep);
	}
	const what = `'${column}' in row ${String(row.id)} of ${table} must be ${words}`;
	return new InputError(what, 'Correct this cell in the Data Table.');
}

/** A wrong cell, and its row as stored. */
interface WrongRow extends WrongCell {
	row: object;
}

/** Reads the rows whose cells are all right, and says which cells of the others are wrong. */
export function readAll<Row>(
	read: RowReader<Row>,
	stored: { planId?: unknown }[],
): { rows: Row[]; wrong: WrongRow[] } {
	const wrong: WrongRow[] = [];
	const rows = stored.flatMap((row) =>
		onInputError<Row[]>(
			() => [read(row)],
			({ message, nextStep }) => {
				const planId = typeof row.planId === 'string' ? row.planId : undefined;
				wrong.push({ planId, row, text: `${message}. ${nextStep}` });
				return [];
			},
		),
	);
	return { rows, wrong };
}

/**
 * Stops the running campaigns that can't be read. Their cells are as stored, the wrong one, too: a step that had read them
 * before names the right one in its write, and saves nothing.
 */
export function stopsOf(wrong: WrongRow[]): CampaignChange[] {
	return wrong
		.map(({ row, text }) => ({ campaign: row as Campaign, set: stopping('pause', text) }))
		.filter(({ campaign }) => readOther(campaign).status === 'running');
}

const [campaigns, pieces] = ['mobile_data_campaigns', 'mobile_data_pieces'];

export const readCampaign = rowReader(campaigns, campaignColumns, [
	{
		column: 'quietTo',
		words: 'a time of the day, such as 08:00, where quietFrom is one',
		holds: ({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''),
	},
]);

/** The positions in a piece are those of its rows. */
export const readPiece = rowReader(pieces, pieceColumns, [
	{
		column: 'results',
		words: 'a character for each of its rows',
		holds: ({ rows, results }) => results.length === rows,
	},
	...(['reasons', 'dates', 'doubts'] as const).map((column): Rule<Piece> => ({
		column,
		words: 'JSON with the positions of its own rows',
		holds: ({ rows, [column]: own }) => positionsIn(own).every((at) => at < rows),
	})),
]);

/** The positions in `{ text: positions }`, or in `{ position: look-ups }`. */
function positionsIn(json: string): number[] {
	const entries = Object.entries(JSON.parse(json) as Record<string, number[] | object>);
	return entries.flatMap(([key, own]) => (Array.isArray(own) ? own : [Number(key)]));
}

export const readStoredList = rowReader('mobile_data_lists', listColumns);
export const readRunner = rowReader('mobile_data_runner', runnerColumns);

/** The columns by which rows of other campaigns are counted (campaign/otherGifts.ts). */
export const readCountedCampaign = rowReader(
	campaigns,
	campaignColumns.pick({
		id: true,
		planId: true,
		name: true,
		approvals: true,
		active: true,
		status: true,
		giftsPerMonth: true,
		finishedAt: true,
	}),
);

/** Reads cells of a campaign, with a default in place of a cell that can't be read. */
function leniently<Cells extends Partial<Campaign>>(row: object, unread: Cells): Cells {
	const cells: Record<string, z.ZodType> = campaignColumns.shape;
	const read = Object.entries(unread).map(([name, instead]) => {
		return [name, cells[name]?.catch(instead).parse(row[name as keyof object])];
	});
	return Object.fromEntries(read) as Cells;
}

/** The fields of another campaign that matter for this one: a limit that can't be read counts as set. */
export function readOther(row: { id?: unknown }): OtherCampaign {
	const other = { ...leniently(row, otherUnread), id: Number(row.id) };
	return { ...other, name: other.name || `in row ${other.id}` };
}

/** Name and keys of a campaign that can't be read. */
export function leastNames(row: object) {
	const names = leniently(row, { name: '', viewKey: '', controlKey: '' });
	return { ...names, name: names.name || 'Campaign' };
}

/** A row that was read before, in the same execution. */
const readBefore = <Row>() => z.custom<Row>(isObject);

/** The state of a run after a step, as Send Piece outputs it, and its campaigns before the step. */
export const lastSchema = z.object({
	runner: readBefore<Runner>(),
	rows: z.number(),
	ended: z.number(),
	before: z.array(readBefore<Pick<Campaign, 'id' | 'status' | 'active'>>()),
});

/** A step to take, as Next Piece outputs it. */
export const nextSchema = z.object({
	token: z.string().min(1),
	sendUntil: z.number(),
	isDelayed: z.boolean().optional(),
	campaigns: z.array(readBefore<Campaign>()),
	changes: z.array(readBefore<CampaignChange>()),
	work: z.array(readBefore<PieceToDo>()),
});
