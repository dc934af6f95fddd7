import {
	addressOf,
	approvalSection,
	askedSections,
	controlSections,
	draftAddress,
	toCorrect,
} from './buttons';
import { leftOutSections, poolSection, readingSection } from './checkSections';
import {
	countrySection,
	detailSection,
	failedSections,
	groupSections,
	progressSection,
	reasonSections,
} from './figureSections';
import { correctAddress, rowsToCorrect } from './corrections';
import { html } from '../pages/html';
import { number } from '../platform/figureWords';
import { planSection } from './planSection';
import { pageOf } from './renderSections';
import type { Report, Right } from './report';
import { link, note, text, type SectionPart, type Section, type Tone } from './sections';
import { testAddress } from './testGift';
import { troubleSections } from './troubleSections';
import type { Campaign } from '../campaign/types';
import { warningsOf } from './warnings';
import { say, texts, translated } from '../platform/say';

export interface StatusInput {
	report: Report;
	right: Right;
	keys: Pick<Campaign, 'viewKey' | 'controlKey' | 'planId'> & Partial<Pick<Campaign, 'active'>>;
	/** The time zone of the page. */
	zone: string;
	/** The address of the page with all campaigns; '' if unknown. */
	deskAddress?: string;
	/** `cancel` asks before a campaign is canceled, `change` has forms to change settings, `still` doesn't refresh. */
	view?: 'cancel' | 'change' | 'still';
	/** Why a button did nothing, or what it stored. */
	notice?: string;
	/** How many lists have its name: rows that were added are a list of their own. */
	lists?: number;
}

/** A page, and after how many seconds it reloads; 0 for never. */
export interface Page {
	html: string;
	refresh: number;
}

/** The status page of a campaign. With the view key it has no buttons, and no link to phone numbers. */
export function statusPage(input: StatusInput): Page {
	const { report, right, keys, zone, view, deskAddress } = input;
	const isControl = right === 'control';
	const address = addressOf('', isControl ? keys.controlKey : keys.viewKey);
	const asked = isControl ? askedSections(view, report, address) : [];
	const isAsking = asked.length > 0;
	// A reload would empty the field in which a person types a name.
	const hasNameField = isControl && report.buttons.includes('approve');
	const refresh =
		isAsking || hasNameField || view === 'still' ? 0 : refreshOf(report.status, keys.active);
	const sections = [
		...note('plain', 'notice', input.notice),
		...asked,
		...reportSections(report, zone, {
			address: isControl ? address : undefined,
			isAsking,
			draft: deskAddress ? draftAddress(deskAddress, keys) : undefined,
			test: deskAddress ? testAddress(deskAddress, keys) : undefined,
			correct: deskAddress ? correctAddress(deskAddress, keys) : undefined,
			add: addAddress(input),
		}),
		moreSection(input, address, refresh),
	];
	const state = html`<p class="state ${toneOf(report)}-text">${report.state}</p>`;
	return { html: pageOf(report.name, state, ...sections), refresh };
}

function toneOf({ status, results, wrongCells }: Report): Tone {
	const isEnded = status === 'finished' || status === 'canceled';
	const isWrong = results.failed.rows > 0 || results.inDoubt.rows > 0;
	if (wrongCells.length > 0 || (isEnded && isWrong)) return 'error';
	return status === 'planned' || status === 'paused' ? 'warning' : 'plain';
}

interface Shown {
	/** The address that buttons post to; undefined without buttons. */
	address?: string;
	/** Whether a form stands in place of the buttons. */
	isAsking?: boolean;
	/** The page to change list and settings before the approval. */
	draft?: string;
	/** The form for a test gift. */
	test?: string;
	/** The desk's form to correct left-out rows. */
	correct?: string;
	/** The desk's form to add rows; undefined before an approval. */
	add?: string;
}

const addWords = texts('Add rows to this campaign');

function addAddress({ report, right, deskAddress = '', keys }: StatusInput): string | undefined {
	const mayAdd = right === 'control' && deskAddress !== '' && report.approvedBy !== '';
	return mayAdd ? `${deskAddress}?add=${keys.planId}` : undefined;
}

/** The sections of a campaign's page, notification and JSON: decisions first, background folded. */
export function reportSections(report: Report, zone: string, shown: Shown = {}): Section[] {
	const { address, isAsking = false, draft, test, add, correct: here } = shown;
	const { check, status } = report;
	const isBegun = report.approvedBy !== '' || status !== 'planned';
	// A second approval is about the rest of the same list.
	const warnings = warningsOf(report, zone).filter(({ code }) => !isBegun || code === 'gotBefore');
	const mayApprove = report.buttons.includes('approve') && (address !== undefined || !isBegun);
	const approve =
		mayApprove && !isAsking ? [approvalSection(report, { address, zone, warnings, test })] : [];
	const controls = address !== undefined && !isAsking ? controlSections(report, address) : [];
	const first = [...troubleSections(report, zone), ...approve];
	const plan = planSection(report, zone);
	const addLinks = add === undefined ? [] : [link(translated(addWords), add)];
	const correct =
		address !== undefined && isCorrectable(report) ? [correctLink(address), ...addLinks] : [];
	const mayCorrect = address !== undefined && here !== undefined && status !== 'canceled';
	const rows = mayCorrect ? rowsToCorrect(check) : [];
	const typed = here !== undefined && rows.length > 0 ? [link(translated(correctWords), here)] : [];
	const leftOut = withParts(leftOutSections(report), [...typed, ...correct]);
	if (!isBegun) {
		const read = check ? [poolSection(check), readingSection(check)] : [];
		return [
			...first,
			...controls,
			...withParts(leftOut, correct.length > 0 ? [text(translated(wholeList))] : []),
			...withParts([plan], draft === undefined ? [] : [link(translated(changeWords), draft)]),
			countrySection(report),
			...read,
			detailSection(report),
		];
	}
	return [
		...first,
		progressSection(report),
		...controls,
		...reasonSections(report),
		...withParts(failedSections(report), correct),
		plan,
		...groupSections(report),
		...leftOut,
		detailSection(report),
	];
}

const withParts = (sections: Section[], more: SectionPart[]): Section[] =>
	sections.map((section) => ({ ...section, parts: [...section.parts, ...more] }));

/** Whether a row failed, or was left out for something that can be corrected (resultFile.ts). */
function isCorrectable({ results, check }: Report): boolean {
	const groups = check?.leftOut ?? [];
	const isWrong = groups.some(({ examples }) => examples.some(({ nextStep }) => nextStep !== ''));
	return results.failed.rows > 0 || isWrong;
}

const correctLink = (address: string) =>
	link(say`Download the rows to correct`, `${address}&format=${toCorrect}`);
const correctWords = texts('Correct these rows here');
const changeWords = texts('Change a setting, or how the list is read');
const wholeList = texts(
	'Correct the rows in the whole list and choose it again, or add them after the approval.',
);

/** @param active whether the runner is still to note rows that have left */
function refreshOf(status: Campaign['status'], active = false): number {
	if (status === 'running' || (active && status !== 'planned')) return 5;
	return status === 'planned' || status === 'paused' ? 30 : 0;
}

function moreSection(input: StatusInput, address: string, refresh: number): Section {
	const { report, right, deskAddress = '', keys, view, lists = 1 } = input;
	const isControl = right === 'control';
	const own = [
		{ words: say`Download the list with its results`, address: `${address}&format=file` },
		{
			words: say`View address, to share`,
			address: addressOf('', keys.viewKey),
			then: say`: no buttons, no phone numbers`,
		},
	];
	const desk = { words: say`All campaigns`, address: deskAddress };
	// The desk shows them by the rights of who opens it.
	const named = {
		words: say`All ${number(lists)} lists of this campaign`,
		address: `${deskAddress}?find=${encodeURIComponent(report.name)}`,
	};
	const again = {
		words: say`Plan again with these settings`,
		address: `${deskAddress}?again=${keys.planId}`,
	};
	const add = addAddress(input);
	const refreshing =
		refresh > 0
			? { words: say`Stop refreshing`, address: `${address}&view=still` }
			: { words: view === 'still' ? say`Refresh by itself` : say`Refresh`, address };
	const links = [
		...(isControl ? own : []),
		...(deskAddress === '' ? [] : lists > 1 ? [desk, named] : [desk]),
		...(add === undefined ? [] : [{ words: translated(addWords), address: add }]),
		...(isControl && deskAddress !== '' ? [again] : []),
		{ words: say`Figures for programs (JSON)`, address: `${address}&format=json` },
		{ ...refreshing, then: refresh > 0 ? say`: every ${refresh} seconds` : '' },
	];
	return { name: 'more', title: say`More`, parts: [{ kind: 'links', links }] };
}
