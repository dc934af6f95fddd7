import { createHash } from 'node:crypto';
import { table } from '../../desk/page';
import type { Question } from '../../lists/questions';
import type { ReadList } from '../../lists/readSteps';
import { html, nothing, type Html } from '../../pages/html';
import { count, number } from '../../platform/figureWords';
import { InputError } from '../../platform/input';
import {
	fieldOf,
	hidden,
	isOfColumns,
	keptFields,
	labelOf,
	named,
	names,
	otherFile,
	saidIn,
	settingLabel,
	type Answers,
	type Name,
} from './listFields';

/** A page of n8n's Form node: before a list is given, it asks or shows. */
export interface ListPage {
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
	bytes: Uint8Array;
	read: ReadList | InputError;
}

const change = 'Change how the list is read';
/** More rows are in the file. */
const [mostRows, mostBad] = [5, 20];

/** Whether somebody has said to give this very list, read in this way. */
export function isApproved(list: CheckedList): boolean {
	const { answers, read } = list;
	if (read instanceof InputError || read.refusal || read.rows.length === 0) return false;
	return answers.shown === fingerprintOf(list) && answers.next === giveWords(read);
}

/** The answers that hold for a list: those about columns and the sheet are of the list that they were asked of. */
export function answersFor(bytes: Uint8Array, answers: Answers): Answers {
	if (answers.asked === undefined || answers.asked === markOf(bytes)) return answers;
	return Object.fromEntries(Object.entries(answers).filter(([name]) => !isOfColumns(name)));
}

/** Identifies a list and how it's read, so that the list that was shown is the one that is given. */
function fingerprintOf({ bytes, answers }: CheckedList): string {
	return markOf(bytes, JSON.stringify(saidIn(answers)));
}

function markOf(...parts: (Uint8Array | string)[]): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('hex').slice(0, 16);
}

/** What was said goes along where the page doesn't ask for it, and with it of which list it was said. */
function kept({ answers, bytes }: CheckedList, isKept: (name: Name) => boolean): object[] {
	return [...keptFields(answers, isKept), hidden('asked', markOf(bytes))];
}

/** The page that comes before the gifts: questions, what is wrong, or what would be given. */
export function listPage(list: CheckedList): ListPage {
	const { read, answers } = list;
	if (read instanceof InputError) return wrongPage(list, read);
	if (read.opened?.header.length === 0) return wrongPage(list, emptyList);
	const questions = read.questions;
	if (questions.length > 0 && read.refusal) return questionsPage(list, questions);
	if (read.refusal) return wrongPage(list, read.refusal);
	if (answers.next === change) return settingsPage(list, change, nothing);
	if (read.rows.length === 0) {
		return settingsPage(list, 'No row of the list can be read', badRows(read));
	}
	return readyPage(list, read);
}

const emptyList = new InputError('The list is empty', 'Choose one with a row for each customer.');

/** What the fields of a page need of its list. */
function formOf({ answers, read }: CheckedList) {
	return { answers, header: read instanceof InputError ? [] : (read.opened?.header ?? []) };
}

function questionsPage(list: CheckedList, questions: Question[]): ListPage {
	const isAsked = (name: Name) => questions.some(({ field }) => field === name);
	const form = formOf(list);
	// They can be answered before the column shows whether they are needed.
	const more: Name[] = isAsked('amountColumn') ? ['unit', 'megabytes'] : [];
	const added = more.filter((name) => !isAsked(name));
	const fields = questions.map((question) => fieldOf(question.field, form, question));
	return pageOf({
		title: `${count(questions.length, 'question')} about your list`,
		message: html`Nothing has been given. Your file is kept: answer here, or choose another one
		below.`,
		button: 'Continue',
		fields: [
			...fields,
			...added.map((name) => fieldOf(name, form)),
			...kept(list, (name) => !isAsked(name) && !added.includes(name)),
			otherFile(false),
		],
	});
}

/** @param error of the file as a whole, or of what was said */
function wrongPage(list: CheckedList, { message, nextStep, field }: InputError): ListPage {
	const wrong = names.filter((name) => labelOf(name) === field || settingLabel(name) === field);
	const isOfFile = field === undefined;
	const shown = isOfFile
		? names.filter((name) => Object.hasOwn(saidIn(list.answers), name))
		: wrong;
	return pageOf({
		title: field === undefined ? message : `'${field}' ${message}`,
		message: html`${nextStep} Nothing has been given.`,
		button: 'Continue',
		fields: [
			...shown.map((name) => fieldOf(name, formOf(list))),
			...kept(list, (name) => !shown.includes(name)),
			otherFile(isOfFile),
		],
	});
}

function settingsPage(list: CheckedList, title: string, more: Html): ListPage {
	return pageOf({
		title,
		message: html`Nothing has been given. Change what is needed, or choose another file.${more}`,
		button: 'Continue',
		fields: [
			...names.filter((name) => name !== 'sheet').map((name) => fieldOf(name, formOf(list))),
			...kept(list, (name) => name === 'sheet'),
			otherFile(false),
		],
	});
}

function readyPage(list: CheckedList, read: ReadList): ListPage {
	const { campaign } = list;
	const rows = gifts(read).slice(0, mostRows);
	const cells = rows.map(({ row, customer, name, phone, megabytes }) => {
		return [String(row), customer || name, `+${phone}`, `${number(megabytes)} MB`];
	});
	const all = gifts(read).length;
	const heading = all > mostRows ? `The first ${mostRows} of ${number(all)} gifts` : 'The gifts';
	const give = giveWords(read);
	return pageOf({
		title: `${give}?`,
		message: html`Campaign ${campaign}. ${read.report.countries}. Numbers that already have a gift
			of this campaign get no second one.${unusedOf(read)}
			<h2>${heading}</h2>
			${table(heading, ['Row', 'Customer', 'Phone', 'Gift'], cells)}${badRows(read)}`,
		button: 'Continue',
		fields: [
			{
				...named('next', 'What now?'),
				fieldType: 'dropdown',
				requiredField: true,
				fieldOptions: { values: [{ option: give }, { option: change }] },
			},
			...kept(list, () => true),
			hidden('shown', fingerprintOf(list)),
		],
	});
}

/** The rows that get a gift: the first of each number. */
function gifts({ rows }: ReadList) {
	const seen = new Set<string>();
	return rows.filter(({ phone }) => seen.size < seen.add(phone).size);
}

function giveWords(read: ReadList): string {
	const all = gifts(read);
	const megabytes = all.reduce((sum, row) => sum + row.megabytes, 0);
	return `Give ${number(megabytes)} MB to ${count(all.length, 'customer')}`;
}

function unusedOf({ report }: ReadList): string {
	const { unusedColumns } = report;
	return unusedColumns.length > 0 ? ` Columns that aren't used: ${unusedColumns.join(', ')}.` : '';
}

function badRows({ bad }: ReadList): Html {
	if (bad.length === 0) return nothing;
	const cells = bad.slice(0, mostBad).map(({ row, customer, name, phone, reason, nextStep }) => {
		const cell = (value: unknown) => String(value ?? '');
		return [cell(row), cell([customer, name].find(Boolean)), cell(phone), `${reason}. ${nextStep}`];
	});
	const get = bad.length === 1 ? 'gets' : 'get';
	const rest = bad.length > mostBad ? `, the first ${mostBad} of them` : '';
	const heading = `${count(bad.length, 'row')} can't be read and ${get} nothing${rest}`;
	return html`<h2>${heading}</h2>
		${table(heading, ['Row', 'Customer', 'Phone', 'Reason'], cells)}`;
}

function pageOf({ message, fields, ...page }: PageParts): ListPage {
	// n8n shows line breaks as such, and reads $ of fields as its own.
	const text = JSON.stringify(fields).replaceAll('$', '\\u0024');
	return { ...page, message: message.text.replace(/\s+/g, ' '), fields: text };
}

interface PageParts extends Pick<ListPage, 'title' | 'button'> {
	message: Html;
	fields: object[];
}
