import { InputError } from '../platform/input';
import { shownName, type Field } from './columns';
import type { SaidName } from './declared';
import type { Proposal } from './proposeReading';
import type { Question } from './questions';
import { questionError } from './questionWords';

/** A column of the list, for who looks at how it was read. */
export interface ShownColumn {
	/** From 1. */
	number: number;
	name: string;
	field?: Field;
	samples: { before: string; after: string }[];
}

/** What has to be said before anything is planned. */
export interface ShownQuestion {
	/** Where it is said. */
	field: SaidName;
	/** What the list speaks for, as it is said there. */
	proposed?: string;
	text: string;
}

/** A list that was looked at, for who says how it is read. */
export interface ShownList {
	columns: ShownColumn[];
	questions: ShownQuestion[];
}

/** The error of a list that isn't read as a whole, with what was seen of it. */
export class ListError extends InputError {
	constructor(
		{ message, nextStep, field }: InputError,
		readonly list: ShownList,
	) {
		super(message, nextStep, field);
	}
}

/** So many columns are stored and shown, all that are used among them; so much of a cell shows what it is. */
const [mostColumns, mostOfCell] = [60, 60];

/** What was proposed for a list, as pages and programs show it; nothing where it couldn't be opened. */
export function shownList(proposal: Proposal | undefined): ShownList {
	if (!proposal) return { columns: [], questions: [] };
	const names: string[] = [];
	for (const { name, at } of proposal.columns) names[at] = shownName(name, at);
	return {
		columns: shownColumns(proposal),
		questions: proposal.questions.map((question) => ({
			field: fieldOf[question.about],
			...(question.proposed !== undefined && { proposed: saidOf(question, question.proposed) }),
			text: questionError(question, Array.from(names, shownName)).message,
		})),
	};
}

function shownColumns({ columns }: Proposal): ShownColumn[] {
	const used = columns.filter(({ field }) => field);
	const others = columns.filter(({ field }) => !field).slice(0, mostColumns - used.length);
	const text = (value: unknown) => String(value ?? '').slice(0, mostOfCell);
	return [...used, ...others]
		.sort((one, other) => one.at - other.at)
		.map(({ at, name, field, samples }) => ({
			number: at + 1,
			name: shownName(name, at),
			...(field && { field }),
			samples: samples.map(({ before, after, problem }) => {
				return { before: text(before), after: problem?.message ?? resultOf(field, text(after)) };
			}),
		}));
}

/** What came out of a cell, as people write it. */
function resultOf(field: Field | undefined, text: string): string {
	if (field === 'phone') return `+${text}`;
	return field === 'megabytes' ? `${text} MB` : text;
}

/** A column without cells of customers. */
export function withoutSamples({ number, name, field }: ShownColumn) {
	return { number, name, ...(field && { field }) };
}

/** Where the answer to a question is said. */
const fieldOf: Record<Question['about'], SaidName> = {
	hasHeader: 'firstRow',
	phone: 'phoneColumn',
	megabytes: 'amountColumn',
	unit: 'unit',
	decimal: 'decimal',
	country: 'country',
	twoWays: 'twoWays',
};

/** An answer as it is said (declared.ts). */
function saidOf({ about }: Question, answer: string | number | boolean): string {
	if (about === 'hasHeader') return answer === true ? 'names' : 'customer';
	if (about === 'decimal') return answer === ',' ? 'comma' : 'point';
	if (about === 'phone' || about === 'megabytes') return String(Number(answer) + 1);
	return String(answer);
}
