import { textIn } from '../platform/answer';
import { addressOf, deskAddressOf } from './addresses';
import { campaignFigures } from './figures';
import { percentOf } from './figureSections';
import { groupedBy } from '../campaign/grouped';
import { monthIn, number, timeIn } from '../platform/figureWords';
import { plus } from '../campaign/results';
import { isWaiting, stateIn, toneOf } from './report';
import {
	folded,
	links,
	said,
	table,
	text,
	type Cell,
	type SectionPart,
	type Section,
} from './sections';
import { approvalsOf } from '../campaign/seal';
import { storedTotals, type Totals } from '../campaign/totals';
import type { Campaign } from '../campaign/types';
import { wrongOf, type WrongCell } from '../campaign/wrongCells';
import { campaignKey } from '../platform/reference';
import { inRow, say } from '../platform/say';

export interface ListInput {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Of others. */
	wrong: WrongCell[];
	/** Of the desk's address: `find` is a part of a name, and with `all` the list has campaigns that ended long ago, too. */
	query: Record<string, unknown>;
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
	/** Whether the desk's login also decides; else only who was sent the control address does. */
	approver: 'login' | 'address';
	/** Of times that are shown. */
	zone: string;
	/** Unix milliseconds. */
	now: number;
}

/** So many campaigns the workflow reads for the desk (Get campaigns). */
const maxCampaignsRead = 100;

/**
 * The table of campaigns: first those that wait for a person, then those that run. Campaigns that ended long ago are shown
 * when they are asked for.
 */
export function campaignParts(input: ListInput): SectionPart[] {
	const { campaigns, query } = input;
	const find = textIn(query.find) ?? '';
	const named = campaigns.filter(({ name }) => lettersOf(name).includes(lettersOf(find)));
	const all = named.map((campaign) => listedCampaign(campaign, input));
	const found = all.filter(({ isOld }) => query.all !== undefined || find !== '' || !isOld);
	const old = all.length - found.length;
	const rows = found.sort((one, other) => one.rank - other.rank).map(({ cells }) => cells);
	const head = [
		say`Campaign`,
		say`State`,
		say`Done (%)`,
		say`Failed`,
		say`Rows`,
		say`Planned MB`,
		say`Planned`,
	];
	const shown: SectionPart = { kind: 'table', label: say`Campaigns`, head, rows };
	const empty = find === '' ? noneOpen() : say`No campaign has “${find}” in its name.`;
	const more =
		find === ''
			? old > 0 && { words: say`${olderLabel()}: ${number(old)}`, address: '?all=yes' }
			: { words: say`All campaigns`, address: '?' };
	return [
		rows.length > 0 ? shown : text(empty),
		links(more),
		...said(
			rows.length > 0 && all.some(({ isOld }) => isOld) && olderWords(),
			campaigns.length === maxCampaignsRead && say`The newest ${maxCampaignsRead} are read.`,
		).map(text),
	];
}

const noneOpen = () => say`No campaign is open or has ended in the last ${oldDays} days.`;
const olderLabel = () => say`Older campaigns`;
const olderWords = () =>
	say`Campaigns that ended more than ${oldDays} days ago, with nothing open, are under “${olderLabel()}”.`;

/** A name without case and accents, however it was typed. */
function lettersOf(name: string): string {
	return campaignKey(name).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The page of a campaign, with the key that the desk's login opens it with. */
export function pageOfCampaign(
	{ viewKey, controlKey }: Pick<Campaign, 'viewKey' | 'controlKey'>,
	{ pageAddress, approver }: Pick<ListInput, 'pageAddress' | 'approver'>,
): string {
	return addressOf(pageAddress, approver === 'login' ? controlKey : viewKey);
}

/** A campaign without open rows leaves the list this many days after its end. */
const oldDays = 7;
const oldMs = oldDays * 86_400_000;

interface Listed {
	/** 0 where it waits for a person, 1 where it runs, else 2. */
	rank: number;
	/** Whether it ended long ago, and nothing of it is open. */
	isOld: boolean;
	cells: Cell[];
}

/** A campaign as the list shows it. */
function listedCampaign(campaign: Campaign, input: ListInput): Listed {
	const { wrong, now, zone } = input;
	const { name, status, rows, megabytes, plannedAt, finishedAt, problem, addsRows } = campaign;
	const figures = campaignFigures(campaign, now);
	const { results, quiet } = figures;
	const isWrong = wrongOf(wrong, campaign) !== undefined;
	const isRunning = status === 'running';
	const isHeldUp = isRunning && problem !== '';
	const isHeld = status === 'finished' && figures.held > 0;
	const isOpen =
		isWrong || isHeld || isWaiting(campaign, isHeldUp) || (!isRunning && results.inDoubt.rows > 0);
	const page =
		status === 'draft' ? deskAddressOf('', 'draft', campaign) : pageOfCampaign(campaign, input);
	const link = { words: addsRows ? say`${name} (rows added)` : name, address: page };
	const held = quiet ? say`quiet hours` : isHeldUp && say`held up`;
	const words = isWrong ? say`Wrong cell` : inRow(said(stateIn(campaign, figures, now), held));
	const tone = isWrong ? 'error' : toneOf(campaign, figures, isHeldUp);
	const state: Cell = tone === 'plain' ? words : { words, tone };
	const done = isWrong || status === 'draft' ? '' : percentOf({ rows, done: figures.done });
	const failed = results.failed.rows || '';
	const isPast = finishedAt !== null && now - Date.parse(finishedAt) > oldMs;
	return {
		rank: isOpen ? 0 : isRunning ? 1 : 2,
		isOld: isPast && !isRunning && !isOpen,
		cells: [link, state, done, failed, rows, megabytes, timeIn(zone, plannedAt)],
	};
}

/** Sums of approved campaigns: by the month in which they began to give, and of those to which rows were added. */
export function sumSections({ campaigns, zone }: Pick<ListInput, 'campaigns' | 'zone'>): Section[] {
	const begun = campaigns.flatMap((campaign) => {
		const { name, startAt } = campaign;
		const [totals, approval] = [storedTotals(campaign), approvalsOf(campaign).at(-1)];
		if (!totals || !approval) return [];
		return [{ name, at: startAt > approval.at ? startAt : approval.at, totals }];
	});
	const sorted = begun.sort((one, other) => other.at.localeCompare(one.at));
	const added = [...groupedBy(sorted, ({ name }) => name)].filter(([, own]) => own.length > 1);
	const months = [...groupedBy(sorted, ({ at }) => monthIn(zone, at))];
	return [
		...sumSection('added', say`Campaigns with added rows`, [say`Campaign`, say`Lists`], added),
		...sumSection('months', say`By month`, [say`Month of the start`, say`Campaigns`], months),
	];
}

function sumSection(
	name: string,
	title: string,
	[group, members]: [string, string],
	groups: [string, { totals: Totals }[]][],
): Section[] {
	if (groups.length === 0) return [];
	const rows = groups.map(([label, own]) => {
		const sumOf = (figure: 'given' | 'givenMb' | 'failed') =>
			own.reduce((sum, { totals }) => plus(sum, totals[figure]), 0);
		return [label, own.length, sumOf('given'), sumOf('givenMb'), sumOf('failed')];
	});
	const head = [group, members, say`Gifts`, say`Given MB`, say`Failed rows`];
	return [folded(name, title, table(title, head, rows))];
}
