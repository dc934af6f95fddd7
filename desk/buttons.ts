import { buttons, type Button } from '../campaign/change';
import { filledIn, isValueButton, type ValueButton } from '../campaign/changeValue';
import { settingLabels } from '../campaign/settings';
import { gigabyteWords } from './checkSections';
import { doubtSections, settleSections } from './doubtSections';
import { nameField } from './formFields';
import { html } from '../pages/html';
import { fieldLabels } from '../lists/columns';
import { count, number } from '../platform/figureWords';
import type { Report } from './report';
import { note, said, text, type Form, type Reason, type Section } from './sections';
import { budgetLeft, summaryOf } from './summary';
import { firstAmount } from './testGift';
import { say, texts, translated } from '../platform/say';

/** A section in which a person decides. */
function formSection(
	name: string,
	title: string,
	words: string,
	form: Omit<Form, 'kind'>,
): Section {
	return { name, title, parts: [text(words), { kind: 'form', ...form }] };
}

interface Approving {
	/** Of the buttons; undefined for who has none. */
	address?: string;
	zone: string;
	warnings: Reason[];
	/** The form for a test gift. */
	test?: string;
}

/** The first section for an approver: the gifts in a sentence, the warnings, and the button, which approves exactly that. */
export function approvalSection(
	report: Report,
	{ address, zone, warnings, test }: Approving,
): Section {
	const { check, approvals, hash } = report;
	const title = count(warnings.length, 'warning');
	const warned = note('warning', 'warnings', warnings, { title }).flatMap(({ parts }) => parts);
	const mayTest =
		test !== undefined && approvals.length === 0 && report.rows > 1 && check && firstAmount(check);
	const form: Form = {
		kind: 'form',
		address: address ?? '',
		hidden: { hash },
		fields: [nameField()],
		buttons: [{ action: 'approve' }],
		links: mayTest ? [{ words: say`Test gift…`, address: test }] : [],
	};
	const elsewhere = say`Anyone with its control address, or with the desk's login, can approve or cancel it.`;
	return {
		name: 'approve',
		title: `${summaryOf(report, zone)}.`,
		parts: [...warned, text(termsOf(report)), address === undefined ? text(elsewhere) : form],
	};
}

/** How much the budget has left, which rows get nothing, and what comes next. */
function termsOf(report: Report): string {
	const { results, budget, addsRows, approvals, leftOut, check } = report;
	const { notSent, givenBefore } = results;
	const left = budgetLeft(report);
	const isFirst = approvals.length === 0;
	const enough = addsRows
		? say`The budget of ${number(budget)} MB for these added rows is enough.`
		: say`The budget of ${number(budget)} MB is enough.`;
	const none =
		leftOut === 1
			? say`${count(leftOut, 'row')} of the list gets nothing.`
			: say`${count(leftOut, 'row')} of the list get nothing.`;
	return said(
		notSent.megabytes > left
			? say`The budget has ${number(left)} MB left; rows beyond it wait.`
			: enough,
		isFirst && givenBefore.rows > 0 && say`${count(givenBefore.rows, 'row')} had it before.`,
		isFirst && leftOut > 0 && none,
		isFirst && check && gigabyteWords(check.list),
		isFirst ? say`Nothing is given before you approve.` : say`Gifts go on after the approval.`,
	).join(' ');
}

/** The actions besides an approval, as forms. */
export function controlSections(report: Report, address: string): Section[] {
	const has = (button: Button) => report.buttons.includes(button);
	const run = (['pause', 'resume'] as const).filter(has).map((action) => ({ action }));
	const change = { words: say`Change…`, address: `${address}&view=change` };
	const cancel = { words: say`Cancel…`, address: `${address}&view=cancel`, look: 'stop' as const };
	const links = [
		...(report.buttons.some(isValueButton) ? [change] : []),
		...(has('cancel') ? [cancel] : []),
	];
	const form: Form = { kind: 'form', address, buttons: run, links };
	const isEmpty = run.length + links.length === 0;
	return [
		...(isEmpty ? [] : [{ name: 'control', title: say`Control`, parts: [form] }]),
		...(has('retry') ? [retrySection(report, address)] : []),
		...doubtSections(report, address),
	];
}

function retrySection({ results, retriable }: Report, address: string): Section {
	const failed = results.failed.rows;
	const others =
		failed > retriable
			? say` The other ${number(failed - retriable)} would end in the same way.`
			: '';
	const words = say`First fix the cause. Each row is looked up before it's retried.${others}`;
	const label = `${translated(buttons.retry)}: ${count(retriable, 'row')}`;
	const form = { address, buttons: [{ action: 'retry' as const, label }] };
	return formSection('retry', say`${number(failed)} failed`, words, form);
}

interface View {
	view?: string;
	/** Values that were refused, by their fields. */
	entered?: Record<string, string>;
}

/** The forms that a view of the page has in place of its buttons; none where they're not for this campaign. */
export function askedSections({ view, entered }: View, report: Report, address: string): Section[] {
	const { buttons: shown } = report;
	if (view === 'cancel' && shown.includes('cancel')) return [cancelSection(report, address)];
	if (view === 'settle') return settleSections(report, address);
	if (view !== 'change') return [];
	return shown
		.filter(isValueButton)
		.map((button) => valueSection(button, report, address, entered));
}

/** The label of a button's field, and what follows. */
const values: Record<ValueButton, [label: string, type: 'number' | 'tel', then: string]> = {
	changeBudget: [
		settingLabels.budget,
		'number',
		texts(
			'Gifts stop until somebody approves the campaign again. Once approved, a budget below the planned MB can only be raised.',
		),
	],
	raiseDayLimit: [
		settingLabels.megabytesPerDay,
		'number',
		texts(
			'All campaigns with a limit share it. Gifts stop until somebody approves the campaign again.',
		),
	],
	addOptOut: [
		fieldLabels.phone,
		'tel',
		texts('The number gets nothing more from any campaign. It keeps its gifts.'),
	],
};

/** A form for a button with a value, on a page that doesn't refresh. */
function valueSection(
	button: ValueButton,
	report: Report,
	address: string,
	entered: Record<string, string> = {},
): Section {
	const [label, type, then] = values[button];
	const name = filledIn[button];
	const limits = type === 'number' ? html`required min="0" step="any"` : html`required`;
	return formSection(button, translated(buttons[button]), translated(then), {
		address,
		hidden: { hash: report.hash },
		fields: [[name, translated(label), type, limits]],
		values: { ...(name !== 'phone' && { [name]: String(report[name]) }), ...entered },
		buttons: [{ action: button }],
		links: [{ words: say`Back`, address }],
	});
}

/** Asks before a campaign is canceled for good. */
function cancelSection({ results }: Report, address: string): Section {
	const words = say`Rows that get nothing then: ${number(results.notSent.rows)}. A canceled campaign can't be resumed.`;
	return formSection('cancel', say`Cancel this campaign?`, words, {
		address,
		buttons: [{ action: 'cancel', look: 'stop' }],
		links: [{ words: say`Keep campaign`, address }],
	});
}
