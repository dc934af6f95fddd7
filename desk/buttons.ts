import { buttons, type Button } from '../campaign/change';
import { filledIn, isValueButton, type ValueButton } from '../campaign/changeValue';
import { gigabyteWords } from './checkSections';
import { html } from '../pages/html';
import { count, number } from '../platform/figureWords';
import type { Report } from './report';
import { text, type Form, type SectionPart, type Reason, type Section } from './sections';
import { budgetLeft, summaryOf } from './summary';
import { firstAmount } from './testGift';
import type { Campaign } from '../campaign/types';
import { say, texts, translated } from '../platform/say';

/** The address of a page and its buttons. @param base the status page without a query, or '' on the page itself */
export function addressOf(base: string, key: string): string {
	return `${base}?key=${encodeURIComponent(key)}`;
}

/** The format of a file with only the rows to correct (resultFile.ts). */
export const toCorrect = 'toCorrect';

/** The address at which a list is read again. @param desk its address, or '' on the desk itself */
export function draftAddress(desk: string, { viewKey }: Pick<Campaign, 'viewKey'>): string {
	return `${desk}?draft=${encodeURIComponent(viewKey)}`;
}

const buttonOf = (action: Button, look: Form['buttons'][number]['look']) => ({ action, look });

const formOf = (address: string, ...all: Form['buttons']): Form => {
	return { kind: 'form', address, buttons: all };
};

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
	const warned: SectionPart[] = [];
	if (warnings.length > 0) {
		const title = count(warnings.length, 'warning');
		warned.push({ kind: 'note', tone: 'warning', title, reasons: warnings });
	}
	const { check, approvedBy } = report;
	const mayTest = test !== undefined && approvedBy === '' && check && firstAmount(check);
	const form: Form = {
		kind: 'form',
		address: address ?? '',
		hidden: { hash: report.hash },
		fields: [
			['by', say`Your name or email`, 'text', html`required maxlength="200" autocomplete="email"`],
		],
		buttons: [buttonOf('approve', 'first')],
		links: mayTest ? [{ words: say`Test gift…`, address: test, look: 'second' }] : [],
	};
	return {
		name: 'approve',
		title: `${summaryOf(report, zone)}.`,
		parts: [
			...warned,
			text(termsOf(report)),
			address === undefined ? text(translated(decidedElsewhere)) : form,
		],
	};
}

const decidedElsewhere = texts(
	"Anyone with its control address, or with the desk's login, can approve or cancel it.",
);

/** How much the budget has left, which rows get nothing, and what comes next. */
function termsOf(report: Report): string {
	const { results, budget, addsRows, approvedBy, leftOut, check } = report;
	const { notSent, givenBefore } = results;
	const left = budgetLeft(report);
	const isFirst = approvedBy === '';
	return [
		notSent.megabytes > left
			? say`The budget has ${number(left)} MB left; rows beyond it wait.`
			: addsRows
				? say`The budget of ${number(budget)} MB for these added rows is enough.`
				: say`The budget of ${number(budget)} MB is enough.`,
		isFirst && givenBefore.rows > 0 && say`${count(givenBefore.rows, 'row')} had it before.`,
		isFirst &&
			leftOut > 0 &&
			(leftOut === 1
				? say`${count(leftOut, 'row')} of the list gets nothing.`
				: say`${count(leftOut, 'row')} of the list get nothing.`),
		isFirst && check && gigabyteWords(check.list),
		isFirst ? say`Nothing is given before you approve.` : say`Gifts go on after that.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** The actions besides an approval, as forms. */
export function controlSections(report: Report, address: string): Section[] {
	const has = (button: Button) => report.buttons.includes(button);
	const run = (['pause', 'resume'] as const).filter(has).map((name) => buttonOf(name, 'first'));
	const change = {
		words: say`Change…`,
		address: `${address}&view=change`,
		look: 'second' as const,
	};
	const cancel = { words: say`Cancel…`, address: `${address}&view=cancel`, look: 'stop' as const };
	const links = [
		...(report.buttons.some(isValueButton) ? [change] : []),
		...(has('cancel') ? [cancel] : []),
	];
	const form = { ...formOf(address, ...run), links };
	return [
		...(run.length + links.length > 0
			? [{ name: 'control', title: say`Control`, parts: [form] }]
			: []),
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
	const form = formOf(address, { ...buttonOf('retry', 'first'), label });
	return { name: 'retry', title: say`${number(failed)} failed`, parts: [text(words), form] };
}

function doubtSections({ results, buttons: shown }: Report, address: string): Section[] {
	const all = (['checkAgain', 'countGiven', 'countFailed'] as const).filter((one) =>
		shown.includes(one),
	);
	if (all.length === 0) return [];
	const { rows } = results.inDoubt;
	const looks = all.map((name) => buttonOf(name, name === 'checkAgain' ? 'first' : 'second'));
	const words = say`The platform gave no clear response. “${translated(buttons.checkAgain)}” looks each row up, and gives to those without a gift.`;
	const title = rows > 0 ? say`${number(rows)} in doubt` : say`Rows that may have been sent`;
	return [{ name: 'inDoubt', title, parts: [text(words), formOf(address, ...looks)] }];
}

/** The forms that a view of the page has in place of its buttons; none where they're not for this campaign. */
export function askedSections(
	view: string | undefined,
	report: Report,
	address: string,
): Section[] {
	const { buttons: shown } = report;
	if (view === 'cancel' && shown.includes('cancel')) return [cancelSection(report, address)];
	if (view !== 'change') return [];
	return shown.filter(isValueButton).map((button) => valueSection(button, report, address));
}

/** The label of a button's field, and what follows. */
const values: Record<ValueButton, [label: string, type: 'number' | 'tel', then: string]> = {
	changeBudget: [
		texts('Budget (MB)'),
		'number',
		texts(
			'Gifts stop until somebody approves the campaign again. Once approved, a budget below the planned MB can only be raised.',
		),
	],
	raiseDayLimit: [
		texts('Most MB per Day'),
		'number',
		texts(
			'All campaigns with a limit share it. Gifts stop until somebody approves the campaign again.',
		),
	],
	addOptOut: [
		texts('Phone number'),
		'tel',
		texts('The number gets nothing more from any campaign. It keeps its gifts.'),
	],
};

/** A form for a button with a value, on a page that doesn't refresh. */
function valueSection(button: ValueButton, report: Report, address: string): Section {
	const [label, type, then] = values[button];
	const name = filledIn[button];
	const limits = type === 'number' ? html`required min="0" step="any"` : html`required`;
	const form: Form = {
		...formOf(address, buttonOf(button, 'first')),
		hidden: { hash: report.hash },
		fields: [[name, translated(label), type, limits]],
		values: name === 'phone' ? {} : { [name]: String(report[name]) },
		links: [{ words: say`Back`, address, look: 'second' }],
	};
	return {
		name: button,
		title: translated(buttons[button]),
		parts: [text(translated(then)), form],
	};
}

/** Asks before a campaign is canceled for good. */
function cancelSection({ results }: Report, address: string): Section {
	const words = say`Rows that get nothing then: ${number(results.notSent.rows)}. A canceled campaign can't be resumed.`;
	const keep = { words: say`Keep campaign`, address, look: 'second' as const };
	const form = { ...formOf(address, buttonOf('cancel', 'stop')), links: [keep] };
	return { name: 'cancel', title: say`Cancel this campaign?`, parts: [text(words), form] };
}
