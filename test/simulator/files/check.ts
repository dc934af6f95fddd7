import type { Say } from '../network';
import { mostQuestions } from './doubts';
import {
	saidByKnowing,
	saidFirst,
	mostlyTrusting,
	truthful,
	trusting,
	type Answers,
} from './person';
import { readFile, type Asked, type ReadFile, type SaidOfFile } from './read';
import type { FileScenario } from './scenario';
import { shownList, shownRead } from './shown';
import { writeList, type WrittenList } from './systems';

/** The most rounds of answers, so that a run ends. */
const mostTurns = 8;

/** The numbers of questions that the lists needed: the figures of a run. */
const asked: number[] = [];

/** The questions of a list, and how many lists had none. */
export function figuresOfFiles(): string {
	const sorted = [...asked].sort((one, other) => one - other);
	const none = asked.filter((count) => count === 0).length;
	const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
	const share = Math.round((100 * none) / Math.max(1, asked.length));
	return `questions per list: median ${median}, most ${sorted.at(-1) ?? 0}; ${share} % read with none`;
}

/**
 * Writes a list, and reads it as the product does: with nothing declared, with the truth, and with the proposals.
 *
 * @param say receives the list, the questions, the answers and the rows, a line each
 * @returns how many lists were played
 * @throws Error that names each violation
 */
export async function simulateFile(scenario: FileScenario, say?: Say): Promise<number> {
	const list = writeList(scenario);
	if (list.rows.size === 0) return 0;
	if (say) for (const line of shownList(list)) say(line);
	const told = converse(list, truthful, say);
	asked.push(told.questions.length);
	const trusted = converse(list, trusting, say);
	const declared = converse(list, mostlyTrusting, say);
	const misnamed = writeList(scenario, true);
	const known = converse(misnamed, truthful, say, saidByKnowing(misnamed));
	const violations = [
		...told.violations,
		...wrongRows(list, told.read).map((wrong) => `${whenOf(told)}: ${wrong}`),
		...(told.isOpen ? [] : refusedRows(list, told)),
		...wrongRows(list, trusted.read).map((wrong) => `As proposed: ${wrong}`),
		...wrongRows(list, declared.read).map(
			(wrong) => `As proposed, and true where nothing is: ${wrong}`,
		),
		...known.violations.map((wrong) => `All said before: ${wrong}`),
		...(known.isOpen ? [] : refusedRows(misnamed, known)).map(
			(wrong) => `All said before: ${wrong}`,
		),
		...wrongRows(misnamed, known.read).map((wrong) => `All said before: ${wrong}`),
		...refusalsWithoutStep(told.read),
	];
	if (violations.length > 0) throw new Error([...new Set(violations)].join('\n'));
	return 1;
}

/** How a list was read, question by question. */
interface Conversation {
	said: SaidOfFile;
	questions: Asked[];
	read: ReadFile;
	/** Whether a question is left without an answer. */
	isOpen: boolean;
	violations: string[];
}

function converse(
	list: WrittenList,
	answer: Answers,
	say?: Say,
	said = saidFirst(list),
): Conversation {
	const questions: Asked[] = [];
	const violations: string[] = [];
	for (let turn = 0; ; turn++) {
		const read = readFile(list.bytes, said);
		say?.(`Said ${JSON.stringify(said)}: ${shownRead(read)}`);
		const ended = { said, questions, read, violations };
		if (read.questions.length === 0) {
			return { ...ended, isOpen: false };
		}
		for (const question of read.questions) {
			const { field, nextStep } = question;
			const isTruth = answer === truthful;
			const known = answer(question, list.truth);
			if (nextStep.trim() === '') violations.push(`'${field}' is asked without a next step`);
			if (known === undefined) {
				if (isTruth)
					violations.push(`'${field}' is asked, and nothing is true of it: ${question.text}`);
				return { ...ended, isOpen: true };
			}
			if (said[field] !== undefined) {
				if (isTruth)
					violations.push(
						`'${field}' is asked again, after ${String(said[field])}: ${question.text}`,
					);
				return { ...ended, isOpen: true };
			}
			said[field] = known;
			questions.push(question);
		}
		if (turn === mostTurns) return { ...ended, isOpen: true };
	}
}

const whenOf = ({ questions }: Conversation) =>
	questions.length === 0
		? 'Without a question'
		: `After ${questions.map(({ field }) => field).join(', ')}`;

function wrongRows({ rows, truth }: WrittenList, { rows: read, columns }: ReadFile): string[] {
	return read.flatMap(({ row, phone, megabytes, customer }) => {
		const true_ = rows.get(row);
		if (!true_) return [`row ${row} is no customer, and is read as ${phone}`];
		const wrong: string[] = [];
		if (phone !== true_.msisdn)
			wrong.push(`row ${row} is read as ${phone}, and is ${true_.msisdn}`);
		if (Math.abs(megabytes - true_.megabytes) > 0.001) {
			wrong.push(`row ${row} gets ${megabytes} MB in place of ${true_.megabytes}`);
		}
		const isById =
			truth.idColumn !== undefined && columns.customer !== undefined && /^C-\d{4}$/.test(customer);
		if (isById && customer !== true_.id)
			wrong.push(`row ${row} is told as ${customer}, and is ${true_.id}`);
		return wrong;
	});
}

function refusedRows({ rows }: WrittenList, told: Conversation): string[] {
	const { read, questions } = told;
	const violations: string[] = [];
	if (questions.length > mostQuestions) {
		violations.push(
			`${questions.length} questions: ${questions.map(({ field }) => field).join(', ')}`,
		);
	}
	const good = new Set(read.rows.map(({ row }) => row));
	const reasons = new Map(read.bad.map(({ row, value, reason }) => [row, `${value}: ${reason}`]));
	if (read.refusal && [...rows.values()].some(({ isClear }) => isClear)) {
		return [...violations, `${whenOf(told)}: the list is refused: ${read.refusal.message}`];
	}
	for (const [row, { isClear, msisdn }] of rows) {
		if (!isClear || good.has(row)) continue;
		violations.push(
			`${whenOf(told)}: row ${row} is refused, and is ${msisdn}: ${reasons.get(row) ?? 'without a word'}`,
		);
	}
	return violations;
}

function refusalsWithoutStep({ bad, refusal }: ReadFile): string[] {
	const all = bad.map(({ row, field, reason, nextStep }) => ({
		reason,
		nextStep,
		isPlaced: row > 0 || field !== '',
	}));
	return [
		...all,
		...(refusal ? [{ reason: refusal.message, nextStep: refusal.nextStep, isPlaced: true }] : []),
	]
		.filter(({ nextStep, isPlaced }) => nextStep.trim() === '' || !isPlaced)
		.map(({ reason }) => `A refusal without a place or a next step: ${reason}`);
}
