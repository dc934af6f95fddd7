import { addressOf, draftAddress } from './buttons';
import { quietOf } from './figures';
import { timeIn } from '../platform/figureWords';
import { totalsOf } from '../campaign/totals';
import { stateOf } from './report';
import type { Cell, Section, Tone } from './sections';
import type { Piece, Campaign } from '../campaign/types';
import { wrongOf, type WrongCell } from '../campaign/wrongCells';

export interface ListInput {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Their pieces with rows that aren't done, failed, or are in doubt. */
	pieces: Piece[];
	/** Of others, and of pieces. */
	wrong: WrongCell[];
	/** Of the pages of campaigns, as this page links them. */
	pageAddress: string;
	/** Of times that are shown. */
	zone: string;
	/** Unix milliseconds. */
	now: number;
}

/** All campaigns, those first that wait for a person, then those that run. */
export function campaignSections(
	input: ListInput,
	keyOf: (campaign: Campaign) => string,
): Section[] {
	const { campaigns, pageAddress, zone } = input;
	if (campaigns.length === 0) return [];
	const lines = campaigns.map((campaign) => {
		const { rank, tone, state, done, failed } = seen(campaign, input);
		const { name, rows, megabytes, plannedAt } = campaign;
		const page = addressOf(pageAddress, keyOf(campaign));
		const isDraft = campaign.status === 'draft';
		const link = { words: name, address: isDraft ? draftAddress('', campaign) : page };
		const shown: Cell = tone === 'plain' ? state : { words: state, tone };
		const cells = [link, shown, done, failed || '', rows, megabytes, timeIn(zone, plannedAt)];
		return { rank, cells };
	});
	const rows = lines.sort((one, other) => one.rank - other.rank).map(({ cells }) => cells);
	const head = ['Campaign', 'State', 'Done', 'Failed', 'Rows', 'Planned MB', 'Planned'];
	const parts = [{ kind: 'table' as const, label: 'Campaigns', head, rows }];
	return [{ name: 'campaigns', title: 'Campaigns', parts }];
}

interface Seen {
	/** 0 where it waits for a person, 1 where it runs, else 2. */
	rank: number;
	tone: Tone;
	state: string;
	done: string;
	failed: number;
}

/** A campaign as the list shows it. */
function seen(campaign: Campaign, { pieces, wrong, now }: ListInput): Seen {
	const { status, rows, problem } = campaign;
	const own = pieces.filter(({ planId }) => planId === campaign.planId);
	const { notSent, inDoubt, failed, ...totals } = totalsOf(own);
	if (wrongOf(wrong, campaign) !== undefined) return { ...wrongCell, failed };
	const figures = {
		held: totals.held,
		results: { failed: { rows: failed }, inDoubt: { rows: inDoubt } },
	};
	const isRunning = status === 'running';
	const isWaiting = status === 'draft' || status === 'planned' || status === 'paused';
	const isTold = isRunning ? problem !== '' : isWaiting;
	const isOpen = !isRunning && inDoubt > 0;
	const isFailed = !isRunning && failed > 0;
	return {
		rank: isTold || isOpen ? 0 : isRunning ? 1 : 2,
		tone: isOpen || isFailed ? 'error' : isTold ? 'warning' : 'plain',
		state: [stateOf(campaign, figures, now), holdOf(campaign, own, now)].filter(Boolean).join(', '),
		done:
			status === 'draft' ? '' : `${Math.floor((100 * (rows - notSent - inDoubt)) / (rows || 1))}%`,
		failed,
	};
}

const wrongCell = { rank: 0, tone: 'error' as const, state: 'Wrong cell', done: '' };

/** What holds it up. @param own its pieces */
function holdOf(campaign: Campaign, own: Piece[], now: number): string {
	if (quietOf(campaign, own, now)) return 'quiet hours';
	return campaign.status === 'running' && campaign.problem ? 'held up' : '';
}
