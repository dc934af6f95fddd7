import { fieldLabelOf } from '../../lists/settingChoices';
import { createHash } from 'node:crypto';
import { gigabyteWords } from '../../desk/checkSections';
import { htmlTable } from '../../desk/page';
import { listWarningsOf } from '../../desk/warnings';
import type { Question } from '../../lists/readingSettings';
import type { ReadList } from '../../lists/readList';
import type { ListRow } from '../../lists/row';
import { isNothing } from '../../platform/answer';
import { html, nothing, type Html } from '../../pages/html';
import { count, number } from '../../platform/figureWords';
import { InputError } from '../../platform/input';
import { inEnglish } from '../../platform/say';
import {
	fieldOf,
	hiddenField,
	isOfColumns,
	keptFields,
	namedField,
	listFieldNames,
	otherFile,
	chosenIn,
	settingLabel,
	type Answers,
	type ListFieldName,
} from './listFields';
import { inOneLine, tableOf, unusedWords } from './listResult';

/** A page of n8n's Form node, with questions about a list or with its gifts. */
interface ListPage {
	title: string;
	message: string;
	button: string;
	/** The fields as the Form node takes them, in JSON. */
	fields: string;
}

/** A list as it was read by the answers, or why it couldn't be. */
export interface CheckedList {
	answers: Answers;
	/** The name in front of the gifts. */
	campaign: string;
	/** `sha256Of` the file. */
	fileHash: string;
	read: ReadList | InputError;
}

const change = 'Change the list, or how it is read';
/** Gifts, and rows that can't be read, on the page; the file has more. */
const [maxRows, maxBad] = [5, 20];

/** Whether somebody has approved exactly this list, read in this way. */
export function isApproved(list: CheckedList): boolean {
	const { answers, read } = list;
	if (read instanceof InputError || read.refusal || read.rows.length === 0) return false;
	return answers.shown === fingerprintOf(list) && answers.next === giveWords(gifts(read));
}

/** The answers that hold for a list: those about columns and the sheet are of the list that they were asked of. */
export function answersFor(fileHash: string, answers: Answers): Answers {
	if (answers.asked === undefined || answers.asked === fileHash) return answers;
	return Object.fromEntries(Object.entries(answers).filter(([name]) => !isOfColumns(name)));
}

/** Identifies a list and its reading, so that exactly the list that was shown is given. */
function fingerprintOf({ fileHash, answers }: CheckedList): string {
	return sha256Of(fileHash + JSON.stringify(chosenIn(answers)));
}

/** Tells files, or texts, apart, in 16 hexadecimal digits. */
export function sha256Of(content: Uint8Array | string): string {
	return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** The page before the gifts: questions, an error, or the gifts to approve. */
export function listPage(list: CheckedList): ListPage {
	const { read, answers } = list;
	if (read instanceof InputError) return wrongPage(list, read);
	if (read.opened?.header.length === 0) return wrongPage(list, emptyList);
	const { questions, refusal, rows } = read;
	if (refusal)
		return questions.length > 0 ? questionsPage(list, questions) : wrongPage(list, refusal);
	if (answers.next === change) return settingsPage(list, change, nothing);
	if (rows.length > 0) return readyPage(list, read);
	return settingsPage(list, 'No row of the list gets a gift', badRows(read));
}

const emptyList = new InputError('The list is empty', 'Choose one with a row for each customer.');

function questionsPage(list: CheckedList, questions: Question[]): ListPage {
	const asked: ListFieldName[] = questions.map(({ field }) => field);
	// They can be answered before the column shows whether they are needed.
	const more: ListFieldName[] = asked.includes('amountColumn') ? ['unit', 'megabytes'] : [];
	const left = asked.filter((name) => isUnanswered(list, name)).length;
	return pageOf(list, {
		title:
			left > 0
				? `${count(left, 'question')} still without an answer`
				: `${count(asked.length, 'question')} about your list`,
		message: html`Nothing has been given. Your file is kept: answer here, or choose another one
		below.`,
		shown: [...new Set([...asked, ...more])],
		last: [otherFile(false)],
	});
}

/** Whether the last page asked for a setting of this list, and got no answer. */
function isUnanswered({ answers, fileHash }: CheckedList, name: ListFieldName): boolean {
	return answers.asked === fileHash && name in answers && isNothing(answers[name]);
}

/** @param error of the file as a whole, or of an answer */
function wrongPage(list: CheckedList, { message, nextStep, field }: InputError): ListPage {
	const isOfFile = field === undefined;
	const isShown = (name: ListFieldName) =>
		isOfFile
			? Object.hasOwn(chosenIn(list.answers), name)
			: fieldLabelOf(name) === field || settingLabel(name) === field;
	return pageOf(list, {
		title: isOfFile ? message : `'${field}' ${message}`,
		message: html`${nextStep} Nothing has been given.`,
		shown: listFieldNames.filter(isShown),
		last: [otherFile(isOfFile)],
	});
}

function settingsPage(list: CheckedList, title: string, more: Html): ListPage {
	return pageOf(list, {
		title,
		message: html`Nothing has been given. Change what is needed, or choose another file.${more}`,
		shown: listFieldNames.filter((name) => name !== 'sheet'),
		last: [otherFile(false)],
	});
}

function readyPage(list: CheckedList, read: ReadList): ListPage {
	const all = gifts(read);
	const cells = all.slice(0, maxRows).map(({ row, customer, name, phone, megabytes }) => {
		return [String(row), customer || name, `+${phone}`, `${number(megabytes)} MB`];
	});
	const isCut = all.length > maxRows;
	const heading = isCut ? `The first ${maxRows} of ${number(all.length)} gifts` : 'The gifts';
	const give = giveWords(all);
	const duplicates = read.rows.length - all.length;
	const left = duplicates > 0 ? ` ${count(duplicates, 'duplicate')} left out.` : '';
	return pageOf(list, {
		title: `${give}?`,
		message: html`Campaign ${list.campaign}. ${inEnglish(read.report.countries)}.${left}
			${gigabyteWords(read.report) ?? ''} Numbers that already have a gift of this campaign get no
			second one.${unusedWords(read.report.unusedColumns)}${warnings(read)}
			<h2>${heading}</h2>
			${htmlTable(heading, ['Row', 'Customer', 'Phone', 'Gift'], cells)}${badRows(read)}${fixWords(read)}`,
		first: [
			{
				...namedField('next', 'What now?'),
				fieldType: 'dropdown',
				requiredField: true,
				fieldOptions: { values: [{ option: give }, { option: change }] },
			},
		],
		last: [hiddenField('shown', fingerprintOf(list))],
	});
}

/** The rows of a list that get a gift: the first row of each number. */
function gifts({ rows }: ReadList): ListRow[] {
	const seen = new Set<string>();
	return rows.filter(({ phone }) => {
		const isFirst = !seen.has(phone);
		seen.add(phone);
		return isFirst;
	});
}

/** The words of the choice to give these gifts. */
function giveWords(all: ListRow[]): string {
	const megabytes = all.reduce((sum, row) => sum + row.megabytes, 0);
	return `Give ${number(megabytes)} MB to ${count(all.length, 'customer')}`;
}

/** The desk's warnings about a list. */
function warnings({ report, file }: ReadList): Html {
	const all = listWarningsOf({ ...report, ...file });
	if (all.length === 0) return nothing;
	return html`<h2>${count(all.length, 'warning')}</h2>
		${all.map(({ words }) => html`<p>${words}</p>`)}`;
}

function badRows({ bad }: ReadList): Html {
	if (bad.length === 0) return nothing;
	const get = bad.length === 1 ? 'gets' : 'get';
	const rest = bad.length > maxBad ? `, the first ${maxBad} of them` : '';
	const heading = `${count(bad.length, 'row')} ${get} nothing${rest}`;
	const rows = bad.slice(0, maxBad).map(({ reason, nextStep, ...row }) => {
		return { ...row, reason: `${reason}. ${nextStep}` };
	});
	return tableOf(heading, rows);
}

/** The ways to correct rows, if other rows can be given. */
function fixWords({ bad }: ReadList): Html {
	if (bad.length === 0) return nothing;
	return html`<p>
		To give to these rows, too, correct the list first, or give now: the last page has your list
		with its results, to correct and submit again.
	</p>`;
}

/** A page of a list. It also sends the settings that it doesn't ask for, and the list that they were chosen for. */
function pageOf(
	list: CheckedList,
	{ title, message, shown = [], first = [], last }: PageParts,
): ListPage {
	const { answers, fileHash, read } = list;
	const { opened = undefined, questions = [] } = read instanceof InputError ? {} : read;
	const form = { answers, header: opened?.header ?? [] };
	const questionOf = (name: ListFieldName) => {
		const question = questions.find(({ field }) => field === name);
		if (!question || !isUnanswered(list, name)) return question;
		return { ...question, text: `Still without an answer: ${inEnglish(question.text)}` };
	};
	const fields = [
		...first,
		...shown.map((name) => fieldOf(name, form, questionOf(name))),
		...keptFields(answers, (name) => !shown.includes(name)),
		hiddenField('asked', fileHash),
		...last,
	];
	// n8n reads $ of fields as its own.
	const text = JSON.stringify(fields).replaceAll('$', '\\u0024');
	return { title, message: inOneLine(message), button: 'Continue', fields: text };
}

interface PageParts {
	title: string;
	message: Html;
	/** The settings that the page asks for. */
	shown?: ListFieldName[];
	/** Other fields, before and behind these. */
	first?: object[];
	last: object[];
}
