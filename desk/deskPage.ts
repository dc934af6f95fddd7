import { standingLabels, standingOf } from '../campaign/piece';
import { addressOf } from './buttons';
import { missingIn, type SetUp } from './deskCheck';
import { html, nothing, type Html } from '../pages/html';
import { timeIn } from '../platform/figureWords';
import { alertList, note, pageOf, section, table, wrongSection } from './page';
import { planForm, type PlanForm } from './planForm';
import { sentenceOf } from '../lists/questions';
import { quietOf } from './report';
import type { Batch, Campaign } from '../campaign/types';
import { textsOf, wrongOf, type WrongCell } from '../campaign/wrongCells';

export interface DeskInput extends SetUp, PlanForm {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Of others, and of batches. */
	wrong: WrongCell[];
	/** Whether the desk's login also decides; else only who was sent the control address does. */
	approver: 'login' | 'address';
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
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
		missing.length > 0 ? alertList("Set-up isn't complete", missing) : nothing,
		wrongSection(textsOf(wrong)),
		planForm(input),
		known(input),
		missing.length > 0 ? nothing : html`<p class="soft">${complete} ${timesIn(input.zone)}</p>`,
	);
}

/** Why nothing was planned: where it's only to be said how the list is read, what is to be said. */
function problemOf({ problem, list }: DeskInput): Html {
	if (problem === undefined) return nothing;
	if (!list || list.questions.length === 0) return note(`Nothing was planned. ${problem}`, 'alert');
	const texts = list.questions.map(sentenceOf);
	const after = html`<p>Nothing is planned yet. Answer under “How the list is read”.</p>`;
	return alertList('The list can be read in more than one way', texts, after);
}

const complete =
	'Set-up is complete: this address is the published one, the platform answers, and runs end by themselves. Messages are sent where Ask for approval and Tell the team are enabled.';

function timesIn(zone: string): string {
	return `Times and days are those of ${zone}: the workflow's Settings, Timezone.`;
}

function known(input: DeskInput): Html {
	const { campaigns, batches, wrong, pageAddress, zone, now } = input;
	if (campaigns.length === 0) return nothing;
	const lines = campaigns.map((campaign) => {
		const { name, rows, megabytes, plannedAt } = campaign;
		const own = batches.filter(({ planId }) => planId === campaign.planId);
		const failed = own.reduce((sum, batch) => sum + batch.failed, 0);
		const link = html`<a href="${addressOf(pageAddress, deskKey(campaign, input))}">${name}</a>`;
		const isWrong = wrongOf(wrong, campaign) !== undefined;
		const done = isWrong ? '' : progressOf(campaign, own);
		const state = isWrong ? 'Wrong cell' : wordsOf(campaign, own, now);
		return [link, state, done, failed || '', rows, megabytes, timeIn(zone, plannedAt)];
	});
	const head = ['Campaign', 'State', 'Done', 'Failed', 'Rows', 'Planned MB', 'Planned'];
	return section('Campaigns', table('Campaigns', head, lines));
}

/** The key that the desk's login opens a campaign with. */
export function deskKey(
	{ viewKey, controlKey }: Pick<Campaign, 'viewKey' | 'controlKey'>,
	{ approver }: Pick<DeskInput, 'approver'>,
): string {
	return approver === 'login' ? controlKey : viewKey;
}

/** What it does, and what holds it up. @param own its batches with rows that aren't done, or failed */
function wordsOf(campaign: Campaign, own: Batch[], now: number): string {
	const state = standingLabels[standingOf(campaign, now)];
	if (quietOf(campaign, own, now)) return `${state}, quiet hours`;
	return campaign.status === 'running' && campaign.problem ? `${state}, held up` : state;
}

/** The share of rows that have ended. @param own as in `wordsOf` */
function progressOf({ rows }: Campaign, own: Batch[]): string {
	const left = own.reduce((sum, { notSent, inDoubt }) => sum + notSent + inDoubt, 0);
	return `${Math.floor((100 * (rows - left)) / (rows || 1))}%`;
}
