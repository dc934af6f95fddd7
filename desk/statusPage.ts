import { addressOf, deskAddressOf, type DeskPage, type Keys } from './addresses';
import { askedSections } from './buttons';
import { html } from '../pages/html';
import { number } from '../platform/figureWords';
import { pageOf } from './renderSections';
import { toneOf, type Report, type Right } from './report';
import { addWords, reportSections, type Shown } from './reportSections';
import { links, note, type Section } from './sections';
import type { Campaign } from '../campaign/types';
import { say } from '../platform/say';

/**
 * How the address of a page may show it: `cancel` asks before a campaign is canceled, `settle` before rows in doubt are
 * settled, `change` has forms to change settings, `still` doesn't refresh.
 */
export const views = ['cancel', 'settle', 'change', 'still'] as const;

export interface StatusInput {
	report: Report;
	right: Right;
	keys: Keys & Partial<Pick<Campaign, 'active'>>;
	/** The time zone of the page. */
	zone: string;
	/** The address of the page with all campaigns; '' if unknown. */
	deskAddress?: string;
	view?: (typeof views)[number];
	/** Values that were refused, by their fields. */
	entered?: Record<string, string>;
	/** The reason why a button did nothing, or the value that it stored. */
	notice?: string;
	/** The number of lists under the campaign's name: added rows are a list of their own. */
	listCount?: number;
}

/** A page, and after how many seconds it reloads; 0 for never. */
interface Page {
	html: string;
	refresh: number;
}

/** The status page of a campaign. With the view key it has no buttons, and no link to phone numbers. */
export function statusPage(input: StatusInput): Page {
	const { report, right, keys, zone, view, entered, deskAddress = '' } = input;
	const isControl = right === 'control';
	const own = addressOf('', isControl ? keys.controlKey : keys.viewKey);
	const address = isControl ? own : undefined;
	const asked = isControl ? askedSections({ view, entered }, report, own) : [];
	const isAsking = asked.length > 0;
	// A reload would empty the field in which a person types a name.
	const hasNameField = isControl && report.buttons.includes('approve');
	const isStill = isAsking || hasNameField || view === 'still';
	const refresh = isStill ? 0 : refreshOf(report.status, keys.active);
	const at = (page: DeskPage) => deskAddressOf(deskAddress, page, keys);
	const atDesk = deskAddress === '' ? undefined : at;
	const sections = [
		...note('plain', 'notice', input.notice),
		...asked,
		...reportSections(report, zone, { address, isAsking, atDesk }),
		moreSection(input, { own, refresh, atDesk }),
	];
	const isWrong = report.wrongCells.length > 0;
	const tone = isWrong ? 'error' : toneOf(report, report, report.problem !== undefined);
	const state = html`<p class="state ${tone}-text">${report.state}</p>`;
	return { html: pageOf(report.name, state, ...sections), refresh };
}

/** @param active whether the runner is still to note rows that have left */
function refreshOf(status: Campaign['status'], active = false): number {
	if (status === 'running' || (active && status !== 'planned')) return 5;
	return status === 'planned' || status === 'paused' ? 30 : 0;
}

interface More extends Pick<Shown, 'atDesk'> {
	own: string;
	refresh: number;
}

function moreSection(input: StatusInput, { own, refresh, atDesk }: More): Section {
	const { report, right, deskAddress = '', keys, view, listCount = 1 } = input;
	const isControl = right === 'control';
	const toPlan = isControl ? atDesk : undefined;
	const shared = {
		words: say`View address, to share`,
		address: addressOf('', keys.viewKey),
		then: say`: no buttons, no phone numbers`,
	};
	const refreshing =
		refresh > 0
			? { words: say`Stop refreshing`, address: `${own}&view=still` }
			: { words: view === 'still' ? say`Refresh by itself` : say`Refresh`, address: own };
	// The desk shows these lists by the rights of the person who opens it.
	const ofCampaign = {
		words: say`All ${number(listCount)} lists of this campaign`,
		address: `${deskAddress}?find=${encodeURIComponent(report.name)}`,
	};
	const all = links(
		isControl && { words: say`Download the list with its results`, address: `${own}&format=file` },
		isControl && shared,
		atDesk && { words: say`All campaigns`, address: deskAddress },
		atDesk && listCount > 1 && ofCampaign,
		toPlan && report.approvals.length > 0 && { words: addWords(), address: toPlan('add') },
		toPlan && { words: say`Plan again with these settings`, address: toPlan('again') },
		{ words: say`Figures for programs (JSON)`, address: `${own}&format=json` },
		{ ...refreshing, then: refresh > 0 ? say`: every ${refresh} seconds` : '' },
	);
	return { name: 'more', title: say`More`, parts: [all] };
}
