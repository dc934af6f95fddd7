import { textIn } from '../platform/answer';
import { addressOf, draftAddress } from './buttons';
import { campaignFigures } from './figures';
import { groupedBy } from '../campaign/grouped';
import { monthIn, number, timeIn } from '../platform/figureWords';
import { plus } from '../campaign/results';
import { stateOf } from './report';
import {
	link,
	table,
	text,
	type Cell,
	type SectionPart,
	type Section,
	type Tone,
} from './sections';
import { storedTotals, type Totals } from '../campaign/totals';
import type { Campaign } from '../campaign/types';
import { wrongOf, type WrongCell } from '../campaign/wrongCells';
import { campaignKey } from '../platform/reference';
import { say, texts, translated } from '../platform/say';

export interface ListInput {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Of others. */
	wrong: WrongCell[];
	/** Of the desk's address: `find` is a part of a name, and with `all` the list has campaigns that ended long ago, too. */
	query: Record<string, unknown>;
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
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
export function campaignParts(
	input: ListInput,
	keyOf: (campaign: Campaign) => string,
): SectionPart[] {
	const { campaigns, query, pageAddress, zone } = input;
	const find = textIn(query.find) ?? '';
	const named = campaigns.filter(({ name }) => lettersOf(name).includes(lettersOf(find)));
	const all = named.map((campaign) => ({ campaign, ...seen(campaign, input) }));
	const found = all.filter(({ isOld }) => query.all !== undefined || find !== '' || !isOld);
	const lines = found.map(({ campaign, rank, tone, state, done, failed }) => {
		const { name, rows, megabytes, plannedAt } = campaign;
		const page = addressOf(pageAddress, keyOf(campaign));
		const isDraft = campaign.status === 'draft';
		const words = campaign.addsRows ? say`${name} (rows added)` : name;
		const link = { words, address: isDraft ? draftAddress('', campaign) : page };
		const shown: Cell = tone === 'plain' ? state : { words: state, tone };
		const cells = [link, shown, done, failed || '', rows, megabytes, timeIn(zone, plannedAt)];
		return { rank, cells };
	});
	const rows = lines.sort((one, other) => one.rank - other.rank).map(({ cells }) => cells);
	const head = [
		say`Campaign`,
		say`State`,
		say`Done (%)`,
		say`Failed`,
		say`Rows`,
		say`Planned MB`,
		say`Planned`,
	];
	const table: SectionPart = { kind: 'table', label: say`Campaigns`, head, rows };
	const old = all.length - found.length;
	const more =
		find === ''
			? link(say`Older campaigns: ${number(old)}`, '?all=yes')
			: link(say`All campaigns`, '?');
	return [
		rows.length > 0 ? table : text(emptyWords(find)),
		...(old > 0 || find !== '' ? [more] : []),
		...(rows.length > 0 && all.some(({ isOld }) => isOld) ? [text(olderWords())] : []),
		...(campaigns.length === maxCampaignsRead
			? [text(say`The newest ${maxCampaignsRead} are read.`)]
			: []),
	];
}

function olderWords(): string {
	return say`Campaigns that ended more than ${oldDays} days ago, with nothing open, are under “Older campaigns”.`;
}

/** A name without case and accents, however it was typed. */
function lettersOf(name: string): string {
	return campaignKey(name).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Why the list has no campaign: none has the name, or all of them are older. */
function emptyWords(find: string): string {
	return find === ''
		? say`No campaign is open or has ended in the last ${oldDays} days.`
		: say`No campaign has “${find}” in its name.`;
}

/** Sums of approved campaigns: by the month in which they began to give, and of those to which rows were added. */
export function sumSections({ campaigns, zone }: Pick<ListInput, 'campaigns' | 'zone'>): Section[] {
	const begun = campaigns.flatMap(({ name, startAt, approvedAt, ...campaign }) => {
		const totals = storedTotals(campaign);
		if (!totals || approvedAt === null) return [];
		return [{ name, at: startAt > approvedAt ? startAt : approvedAt, totals }];
	});
	const sorted = begun.sort((one, other) => other.at.localeCompare(one.at));
	const added = [...groupedBy(sorted, ({ name }) => name)].filter(([, own]) => own.length > 1);
	const months = [...groupedBy(sorted, ({ at }) => monthIn(zone, at))];
	return [
		...sumSection('added', say`Campaigns with added rows`, say`Campaign`, say`Lists`, added),
		...sumSection('months', say`By month`, say`Month of the start`, say`Campaigns`, months),
	];
}

function sumSection(
	name: string,
	title: string,
	group: string,
	members: string,
	groups: [string, { totals: Totals }[]][],
): Section[] {
	if (groups.length === 0) return [];
	const rows = groups.map(([label, own]) => {
		const sumOf = (figure: 'given' | 'givenMb' | 'failed') =>
			own.reduce((sum, { totals }) => plus(sum, totals[figure]), 0);
		return [label, own.length, sumOf('given'), sumOf('givenMb'), sumOf('failed')];
	});
	const head = [group, members, say`Gifts`, say`Given MB`, say`Failed rows`];
	return [{ name, title, isFolded: true, parts: [table(title, head, rows)] }];
}

interface ShownStanding {
	/** 0 where it waits for a person, 1 where it runs, else 2. */
	rank: number;
	tone: Tone;
	state: string;
	/** In percent; '' of a draft. */
	done: number | '';
	failed: number;
	/** Whether it ended long ago, and nothing of it is open. */
	isOld: boolean;
}

/** A campaign that ended so many days ago, and of which nothing is open, leaves the list. */
const oldDays = 7;
const oldMs = oldDays * 86_400_000;

/** A campaign as the list shows it. */
function seen(campaign: Campaign, { wrong, now }: ListInput): ShownStanding {
	const { status, rows, problem, finishedAt } = campaign;
	const figures = campaignFigures(campaign, now);
	const { results, quiet } = figures;
	const { rows: notSent } = results.notSent;
	const { rows: inDoubt } = results.inDoubt;
	const { rows: failed } = results.failed;
	if (wrongOf(wrong, campaign) !== undefined)
		return { ...wrongCell, state: translated(wrongCell.state), failed };
	const hasEnded = finishedAt !== null && now - Date.parse(finishedAt) > oldMs;
	const isRunning = status === 'running';
	const isWaiting = status === 'draft' || status === 'planned' || status === 'paused';
	const isTold = isRunning ? problem !== '' : isWaiting;
	const isOpen = !isRunning && inDoubt > 0;
	const isFailed = !isRunning && failed > 0;
	return {
		rank: isTold || isOpen ? 0 : isRunning ? 1 : 2,
		isOld: hasEnded && !isRunning && !isTold && !isOpen,
		tone: isOpen || isFailed ? 'error' : isTold ? 'warning' : 'plain',
		state: [
			stateOf(campaign, figures, now),
			quiet ? say`quiet hours` : isRunning && problem && say`held up`,
		]
			.filter(Boolean)
			.join(', '),
		done: status === 'draft' ? '' : Math.floor((100 * (rows - notSent - inDoubt)) / (rows || 1)),
		failed,
	};
}

const wrongCell = {
	rank: 0,
	tone: 'error' as const,
	state: texts('Wrong cell'),
	done: '' as const,
	isOld: false,
};
