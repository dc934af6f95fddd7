import { campaignSections, type ListInput } from './campaignList';
import { missingIn, type SetUp } from './deskCheck';
import { html, nothing, type Html } from '../pages/html';
import { note, noteList, pageOf } from './page';
import { planForm, type PlanForm } from './planForm';
import { sentenceOf } from '../lists/questions';
import { htmlOf } from './renderSections';
import { wrongSections } from './statusPage';
import type { Campaign } from '../campaign/types';
import { textsOf } from '../campaign/wrongCells';

export interface DeskInput extends SetUp, PlanForm, Omit<ListInput, 'batches'> {
	/** Whether the desk's login also decides; else only who was sent the control address does. */
	approver: 'login' | 'address';
	/** Why nothing was planned. */
	problem?: string;
}

/** Where campaigns are planned and found. */
export function deskPage(input: DeskInput): string {
	const { wrong } = input;
	const missing = missingIn(input);
	return pageOf(
		'Mobile data campaigns',
		problemOf(input),
		missing.length > 0 ? noteList('error', "Set-up isn't complete", missing) : nothing,
		...htmlOf(wrongSections(textsOf(wrong))),
		planForm(input),
		...htmlOf(campaignSections(input, (campaign) => deskKey(campaign, input))),
		missing.length > 0 ? nothing : html`<p class="soft">${complete} ${timesIn(input.zone)}</p>`,
	);
}

/** Why nothing was planned: where it's only to be said how the list is read, what is to be said. */
function problemOf({ problem, list }: DeskInput): Html {
	if (problem === undefined) return nothing;
	if (!list || list.questions.length === 0) return note(`Nothing was planned. ${problem}`, 'error');
	const texts = list.questions.map(sentenceOf);
	const after = html`<p>Nothing is planned yet. Answer under “How the list is read”.</p>`;
	return noteList('warning', 'The list can be read in more than one way', texts, after);
}

const complete =
	'Set-up is complete: this address is the published one, the platform answers, and runs end by themselves. Messages are sent where Ask for approval and Tell the team are enabled.';

function timesIn(zone: string): string {
	return `Times and days are those of ${zone}: the workflow's Settings, Timezone.`;
}

/** The key that the desk's login opens a campaign with. */
export function deskKey(
	{ viewKey, controlKey }: Pick<Campaign, 'viewKey' | 'controlKey'>,
	{ approver }: Pick<DeskInput, 'approver'>,
): string {
	return approver === 'login' ? controlKey : viewKey;
}
