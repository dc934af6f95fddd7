import { textIn } from '../platform/answer';
import { campaignParts, sumSections, type ListInput } from './campaignList';
import { missingSettings, type SetUp } from './deskCheck';
import { searchForm, type FormField } from './formFields';
import { html, nothing, type Html } from '../pages/html';
import { section } from './page';
import { planForm, type PlanForm } from './planForm';
import type { Draft } from '../campaign/draft';
import { sentenceOf } from '../lists/questions';
import { pageOf, partOf } from './renderSections';
import { link, note, refusedNote, type SectionPart, type Section } from './sections';
import { wrongSections } from './troubleSections';
import type { Campaign } from '../campaign/types';
import { wrongCellTexts } from '../campaign/wrongCells';
import { say, translated } from '../platform/say';

export interface DeskInput extends SetUp, PlanForm, Omit<ListInput, 'campaigns'> {
	/** Why nothing was planned or stored. */
	problem?: string;
}

/** The page on which campaigns are planned and found. */
export function deskPage(input: DeskInput): string {
	const { wrong, problem, zone, campaigns } = input;
	const missing = missingSettings(input);
	const complete = say`Set-up is complete: this address is the published one, and the platform answers. Messages are sent where Ask for approval and Tell the team are enabled.`;
	const times = say`Times and days are those of ${zone}: the workflow's Settings, Timezone.`;
	return pageOf(
		say`Mobile data campaigns`,
		...refusedNote(problem),
		...note('error', 'setUp', missing, { title: say`Set-up isn't complete` }),
		...wrongSections(wrongCellTexts(wrong)),
		planForm(input),
		campaigns.length > 0 ? campaignList(input) : nothing,
		...sumSections(input),
		missing.length > 0 ? nothing : html`<p class="soft">${complete} ${times}</p>`,
	);
}

/** The campaigns, with a field to find them by. */
function campaignList(input: DeskInput): Html {
	const field: FormField = ['find', say`Name or part of it`, 'search', html`maxlength="180"`];
	return section(
		say`Campaigns`,
		searchForm(field, textIn(input.query.find) ?? '', say`Find`),
		...campaignParts(input).map(partOf),
	);
}

/** A campaign that can be planned, with its draft. */
interface DraftInput extends Omit<PlanForm, 'entered'> {
	campaign: Pick<Campaign, 'name' | 'status'>;
	draft: Draft;
	/** Why the platform's services can't be read. */
	trouble?: string;
	/** Of its page, where the desk's login also decides. */
	discardAddress?: string;
}

/** A list as it was read so far, and all that is to be said before it's planned. */
export function draftPage(input: DraftInput): string {
	const { campaign, draft, trouble, discardAddress } = input;
	const state = campaign.status === 'planned' ? say`Waiting for approval` : say`Draft`;
	return pageOf(
		campaign.name,
		html`<p class="state">${state}</p>`,
		...openNote(draft),
		...note('error', 'services', trouble && say`The services can't be read. ${trouble}`),
		planForm(input),
		...(discardAddress ? [discardPart(discardAddress)] : []),
		link(say`All campaigns`, '?'),
	);
}

/** The questions and problems of a draft, each with its field. */
function openNote({ questions, problems }: Draft): Section[] {
	const open = [...problems.map(({ text }) => translated(text)), ...questions.map(sentenceOf)];
	const isMarked = [...problems, ...questions].every(({ field }) => field !== undefined);
	return note('error', 'open', open, {
		title: say`Nothing is planned yet`,
		...(isMarked && { then: say`Answer at the marked fields, then select “Read again”.` }),
	});
}

const discardPart = (address: string): SectionPart => ({
	kind: 'form',
	address,
	buttons: [{ action: 'cancel', look: 'stop', label: say`Discard this list` }],
});
