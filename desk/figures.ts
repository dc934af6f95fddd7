import { groupedBy } from '../campaign/grouped';
import { isFinal } from '../platform/codes';
import { number } from '../platform/figureWords';
import { isQuiet, endOfQuiet } from '../campaign/quietHours';
import { plus } from '../campaign/results';
import { standingOf } from '../campaign/piece';
import { approvalsOf } from '../campaign/seal';
import { storedTotals, totalsOf, type Group } from '../campaign/totals';
import { endings, type Campaign, type Ending } from '../campaign/types';
import { say } from '../platform/say';

export interface Amount {
	rows: number;
	megabytes: number;
}

type Counts = { rows: number } & Record<Ending, number>;

/** The results of the rows of a campaign. */
export interface CampaignFigures {
	/** How many rows are held (totals.ts). */
	held: number;
	/** Rows that have ended, but for those in doubt. */
	done: number;
	results: Record<Ending, Amount>;
	/** How many failed rows a retry may give. */
	retriable: number;
	/** How many rows have each reason, as stored. */
	reasons: Record<string, number>;
	/** The places of customers, by the first digits of their numbers or the zone of the list; most rows first. */
	places: (Record<'place', string> & Counts)[];
	/** As the list names them; '' where it doesn't. */
	operators: (Record<'operator', string> & Counts)[];
	/** The platform's pace in the last step, in words; '' before the first one. */
	pace: string;
	/** Rows that quiet hours hold now, and until when the first of them. */
	quiet?: { rows: number; until: string };
	/** Of a campaign that sends: its pace since the start, and how long the rest takes at that pace. */
	speed?: { rowsPerMinute: number; secondsLeft: number };
}

/** All figures of a campaign, as the runner has counted them; a draft has none. @param now Unix milliseconds */
export function campaignFigures(campaign: Omit<Campaign, 'id'>, now: number): CampaignFigures {
	const totals = storedTotals(campaign) ?? totalsOf([]);
	const { groups } = totals;
	const results = Object.fromEntries(
		endings.map((ending) => [ending, { rows: totals[ending], megabytes: totals[`${ending}Mb`] }]),
	) as CampaignFigures['results'];
	const final = Object.entries(totals.reasons).filter(([reason]) => isFinal(reason));
	const quiet = quietOf(campaign, groups, now);
	const left = totals.notSent - totals.held;
	const speed = quiet ? undefined : speedOf(campaign, results, left, now);
	return {
		held: totals.held,
		done: totals.rows - totals.notSent - totals.inDoubt,
		results,
		retriable: Math.max(0, totals.failed - final.reduce((sum, [, rows]) => sum + rows, 0)),
		reasons: totals.reasons,
		places: endsBy('place', groups),
		operators: endsBy('operator', groups),
		pace: totals.pace,
		...(quiet && { quiet }),
		...(speed && { speed }),
	};
}

/** Whether results and plan have the same sums, also in words. */
export interface Balance {
	isBalanced: boolean;
	balance: string;
}

export function balanceOf(planned: Amount, results: CampaignFigures['results']): Balance {
	const rows = endings.reduce((sum, ending) => sum + results[ending].rows, 0);
	const megabytes = endings.reduce((sum, ending) => plus(sum, results[ending].megabytes), 0);
	const isBalanced = rows === planned.rows && megabytes === planned.megabytes;
	const whole = say`The figures balance: each planned row and MB counts once.`;
	const wordsOf = (figures: Amount) =>
		say`${number(figures.rows)} rows and ${number(figures.megabytes)} MB`;
	const part = say`The figures don't balance: ${wordsOf(planned)} were planned, and ${wordsOf({ rows, megabytes })} are stored. Pause the campaign, and check that its pieces are complete.`;
	return { isBalanced, balance: isBalanced ? whole : part };
}

/** How the rows of one place, or of one operator, end; most rows first. */
function endsBy<Key extends 'place' | 'operator'>(key: Key, groups: Group[]) {
	const all = [...groupedBy(groups, (group) => group[key])].map(([value, own]) => {
		const counted = (['rows', ...endings] as const).map((name) => {
			return [name, own.reduce((sum, group) => sum + group[name], 0)];
		});
		return Object.fromEntries([[key, value], ...counted]) as Record<Key, string> & Counts;
	});
	return all.sort((one, other) => other.rows - one.rows);
}

/** The rows that only quiet hours hold; a place where they never end is a problem instead. */
function quietOf(
	campaign: Omit<Campaign, 'id'>,
	groups: Group[],
	now: number,
): CampaignFigures['quiet'] {
	if (standingOf(campaign, now) !== 'sending') return undefined;
	const quiet = groups.flatMap(({ place, notSent, held }) => {
		if (notSent === held || !isQuiet(campaign, place, now)) return [];
		const until = endOfQuiet(campaign, place, now);
		return until === undefined ? [] : [{ rows: notSent - held, until }];
	});
	if (quiet.length === 0) return undefined;
	const rows = quiet.reduce((sum, group) => sum + group.rows, 0);
	const until = Math.min(...quiet.map((group) => group.until));
	return { rows, until: new Date(until).toISOString() };
}

/** A minute is a run's time to send: before, the wait for the first run, and the search for the platform's pace, make up most of it. */
const soonestMs = 60_000;

function speedOf(
	campaign: Omit<Campaign, 'id'>,
	results: CampaignFigures['results'],
	left: number,
	now: number,
): CampaignFigures['speed'] {
	const { startAt, problem } = campaign;
	const [first, second] = approvalsOf(campaign);
	// Nobody has noted how many rows were sent before a second approval, or for how long nothing was sent.
	if (second) return undefined;
	const approvedAt = first?.at ?? startAt;
	const ms = now - Math.max(Date.parse(startAt), Date.parse(approvedAt));
	const sent = results.given.rows + results.failed.rows + results.inDoubt.rows;
	if (standingOf(campaign, now) !== 'sending' || problem !== '') return undefined;
	if (ms < soonestMs || sent === 0 || left <= 0) return undefined;
	return {
		rowsPerMinute: Math.max(1, Math.round((sent / ms) * 60_000)),
		secondsLeft: Math.ceil(((left / sent) * ms) / 1000),
	};
}
