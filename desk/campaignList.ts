import { addressOf, draftAddress } from './buttons';
import { figuresOf } from './figures';
import { timeIn } from '../platform/figureWords';
import { stateOf } from './report';
import type { Cell, Section, Tone } from './sections';
import type { Campaign } from '../campaign/types';
import { wrongOf, type WrongCell } from '../campaign/wrongCells';

export interface ListInput {
	/** The newest ones that can be read. */
	campaigns: Campaign[];
	/** Of others. */
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
		const words = campaign.addsRows ? `${name} (rows added)` : name;
		const link = { words, address: isDraft ? draftAddress('', campaign) : page };
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
function seen(campaign: Campaign, { wrong, now }: ListInput): Seen {
	const { status, rows, problem } = campaign;
	const figures = figuresOf(campaign, now);
	const { results, quiet } = figures;
	const { rows: notSent } = results.notSent;
	const { rows: inDoubt } = results.inDoubt;
	const { rows: failed } = results.failed;
	if (wrongOf(wrong, campaign) !== undefined) return { ...wrongCell, failed };
	const isRunning = status === 'running';
	const isWaiting = status === 'draft' || status === 'planned' || status === 'paused';
	const isTold = isRunning ? problem !== '' : isWaiting;
	const isOpen = !isRunning && inDoubt > 0;
	const isFailed = !isRunning && failed > 0;
	return {
		rank: isTold || isOpen ? 0 : isRunning ? 1 : 2,
		tone: isOpen || isFailed ? 'error' : isTold ? 'warning' : 'plain',
		state: [
			stateOf(campaign, figures, now),
			quiet ? 'quiet hours' : isRunning && problem && 'held up',
		]
			.filter(Boolean)
			.join(', '),
		done:
			status === 'draft' ? '' : `${Math.floor((100 * (rows - notSent - inDoubt)) / (rows || 1))}%`,
		failed,
	};
}

const wrongCell = { rank: 0, tone: 'error' as const, state: 'Wrong cell', done: '' };
