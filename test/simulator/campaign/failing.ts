import type { GiveResult, Order } from '../../../campaign/giving';
import type { Campaign, Row, Write } from '../../../campaign/types';
import { inEnglish, textStored } from '../../../platform/say';

/** A row that was given or looked up, and its result. */
export interface Given {
	kind: Order['kind'];
	row: Row;
	result: GiveResult;
}

/** A campaign in a step: as it was read, and all that the step writes of it. */
export interface CampaignStep {
	campaign: Campaign;
	/** Its pieces in their order, with the rows of each. */
	pieces: { rows: Row[]; given: Given[]; set: Write['set'] }[];
	set: Write['set'];
}

/** Of rows, as docs/campaigns.md says. */
const maxInARow = 50;
const minPieceRows = 10;

/** A campaign pauses itself when it only fails, and then only. @returns the broken rule, or undefined */
export function wrongPause({ campaign, pieces, set }: CampaignStep): string | undefined {
	const ended = pieces.flatMap(({ given }) => given.flatMap(endOf));
	const failing = pieces.filter(({ given }) =>
		given.flatMap(endOf).some((reason) => reason !== ''),
	);
	const isFailing =
		(ended.length >= maxInARow && isOneReason(ended.slice(-maxInARow))) ||
		(!ended.includes('') &&
			failing.some(({ rows, set: piece }) => {
				return rows.length >= minPieceRows && isOneReason(reasonsIn(piece, rows.length));
			}));
	const problem = inEnglish(textStored(String(set.problem)));
	const hasPaused = set.status === 'paused' && problem.startsWith('Paused, because');
	if (hasPaused && !isFailing) return 'it pauses itself, though not all fails';
	const goesOn = campaign.status === 'running' && (set.status ?? 'running') === 'running';
	return isFailing && goesOn ? 'it only fails, and goes on' : undefined;
}

/** The reason of a row that was refused, '' for a gift; nothing for one that is still open. */
function endOf({ kind, result }: Given): string[] {
	if (result.kind === 'given') return [''];
	return kind === 'give' && result.kind === 'refused' ? [result.reason] : [];
}

/** Of a piece as it's saved, row by row; '' where a row hasn't failed. */
function reasonsIn({ results, reasons }: Write['set'], rows: number): string[] {
	const own = Object.entries(JSON.parse(String(reasons)) as Record<string, number[]>);
	return Array.from({ length: rows }, (_, row) => {
		const [reason = ''] = own.find(([, at]) => at.includes(row)) ?? [];
		return String(results).charAt(row) === 'f' ? reason : '';
	});
}

/** Reasons are one where they have one code, or the same words but for numbers. */
function isOneReason(reasons: string[]): boolean {
	const kinds = reasons.map((one) => /[A-Z]+_[A-Z_]+/.exec(one)?.[0] ?? one.replace(/\d/g, ''));
	return kinds.every((kind) => kind !== '' && kind === kinds[0]);
}
