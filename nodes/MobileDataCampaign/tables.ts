import { z } from 'zod';
import type { StepInput } from '../../campaign/decide';
import type { Today } from '../../campaign/dayLimit';
import type { Other } from '../../campaign/monthLimit';
import { batchColumns, campaignColumns, listColumns, type Batch } from '../../campaign/types';
import type { WrongCell } from '../../campaign/wrongCells';
import { isObject } from '../../platform/answer';
import { InputError, onInputError } from '../../platform/input';
import { notStored } from './stored';

/** Reads a row of a table. @throws InputError that names the first cell that is wrong, or whose column is missing */
export type RowReader<Row> = (row: unknown) => Row;

/** What one cell means for another one. */
interface Rule<Row> {
	column: keyof Row & string;
	words: string;
	holds: (row: Row) => boolean;
}

/** Makes the reader of some columns of a table. What else a row has stays. */
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

/** Reads the rows of which all cells are right, and says what is wrong with the others. */
export function readAll<Row>(
	read: RowReader<Row>,
	stored: { planId?: unknown }[],
): { rows: Row[]; wrong: WrongCell[] } {
	const wrong: WrongCell[] = [];
	const rows = stored.flatMap((row) =>
		onInputError<Row[]>(
			() => [read(row)],
			({ message, nextStep }) => {
				const planId = typeof row.planId === 'string' ? row.planId : undefined;
				wrong.push({ planId, text: `${message}. ${nextStep}` });
				return [];
			},
		),
	);
	return { rows, wrong };
}

const [campaigns, batches] = ['mobile_data_campaigns', 'mobile_data_batches'];

export const readCampaign = rowReader(campaigns, campaignColumns, [
	{
		column: 'quietTo',
		words: 'a time of the day, such as 08:00, where quietFrom is one',
		holds: ({ quietFrom, quietTo }) => (quietFrom === '') === (quietTo === ''),
	},
]);

/** What is said of rows is said of those that there are. */
const ofItsRows: Rule<Pick<Batch, 'rows' | 'results' | 'reasons' | 'doubts'>>[] = [
	{
		column: 'results',
		words: 'a character for each of its rows',
		holds: ({ rows, results }) => results.length === rows,
	},
	{
		column: 'reasons',
		words: 'JSON with the positions of its own rows',
		holds: ({ rows, reasons }) =>
			Object.values(JSON.parse(reasons) as Record<string, number[]>).every((own) =>
				own.every((at) => at < rows),
			),
	},
	{
		column: 'doubts',
		words: 'JSON with the positions of its own rows',
		holds: ({ rows, doubts }) =>
			Object.keys(JSON.parse(doubts) as object).every((at) => Number(at) < rows),
	},
];
export const readBatch = rowReader(batches, batchColumns, ofItsRows);
export const readStoredList = rowReader('mobile_data_lists', listColumns);

/** What limits need of a batch that somebody has claimed: nothing else in it holds up another campaign. */
export const readClaimed = rowReader(
	batches,
	batchColumns
		.pick({ id: true, owner: true, leaseUntil: true, notSentMb: true })
		.extend({ planId: batchColumns.shape.planId.nullable() }),
);

/** What the limit of a day needs of a batch. */
export const readGiven = rowReader(
	batches,
	batchColumns.pick({ id: true, day: true, dayMb: true }),
);

/** What the gifts of a month are counted by. */
export const readCountedCampaign = rowReader(
	campaigns,
	campaignColumns.pick({
		id: true,
		planId: true,
		status: true,
		giftsPerMonth: true,
		finishedAt: true,
	}),
);
export const readCountedBatch = rowReader(
	batches,
	batchColumns.pick({
		planId: true,
		number: true,
		rows: true,
		results: true,
		reasons: true,
		doubts: true,
		day: true,
	}),
	ofItsRows,
);

const { name, planId, status, round, approvals, check, giftsPerMonth, plannedAt } =
	campaignColumns.shape;
const { budget, megabytesPerDay, viewKey, controlKey } = campaignColumns.shape;

const otherColumns = z.object({
	id: z.coerce.number(),
	name: name.catch(''),
	planId: planId.catch(''),
	status: status.catch('running'),
	round: round.catch(0),
	budget: budget.catch(0),
	megabytesPerDay: megabytesPerDay.catch(0),
	approvals: approvals.catch('[]'),
	check: check.catch(''),
	giftsPerMonth: giftsPerMonth.catch(1),
	plannedAt: plannedAt.catch(''),
});

/** Another campaign as far as it matters for this one: a limit that can't be read counts as one. */
export function readOther(row: unknown): Other {
	const other = otherColumns.parse(row);
	return { ...other, name: other.name || `in row ${other.id}` };
}

const nameColumns = z.object({
	name: name.catch(''),
	viewKey: viewKey.catch(''),
	controlKey: controlKey.catch(''),
});

/** Name and keys of a campaign that can't be read. */
export function namesIn(row: unknown) {
	const names = nameColumns.parse(row);
	return { ...names, name: names.name || 'Campaign' };
}

/** What Find Work has chosen. */
export type StepWork = Required<Pick<StepInput, 'campaign' | 'batch' | 'claimed' | 'runUntil'>> &
	Pick<Today, 'day' | 'claimedMb' | 'uncounted'>;

const workSchema = z.object({
	campaign: z.unknown(),
	batch: z.unknown(),
	claimed: z.array(z.unknown()),
	claimedMb: z.number(),
	uncounted: z.string().optional(),
	day: z.string(),
	runUntil: z.number(),
});

/** Reads what Find Work has chosen. @throws InputError */
export function readWork(work: unknown): StepWork {
	const { data } = workSchema.safeParse(work);
	if (!data) throw new InputError(notStored.message, notStored.nextStep, 'Work');
	const { campaign, batch, claimed, ...own } = data;
	return {
		...own,
		campaign: readCampaign(campaign),
		batch: readBatch(batch),
		claimed: claimed.map(readClaimed),
	};
}
