import type { IDataObject } from 'n8n-workflow';
import { countedInMonth, countGifts, firstDayOf } from '../../campaign/otherGifts';
import { approvedNamesakes } from '../../campaign/settings';
import { isBoxTicked } from '../../campaign/settingValues';
import type { Campaign, Settings, StoredList } from '../../campaign/types';
import { everyPiece, listRanges } from '../../desk/ranges';
import { normalizeCampaign } from '../../platform/identifiers';
import { InputError, tried } from '../../platform/input';
import { inTurns } from '../engine/n8n/turns';
import type { PlanParams } from './operations/planFields';
import { isNamedBy } from './stored';
import {
	readAll,
	readCampaign,
	readCountedCampaign,
	readPiece,
	readStoredList,
	type RowReader,
} from './tables';

type CountedCampaign = ReturnType<typeof readCountedCampaign>;

/** The pieces and lists that a plan needs: of campaigns whose rows count, and the file of the draft. */
export function rowsToRead(
	{ campaigns, request, timezone }: Pick<PlanParams, 'campaigns' | 'request' | 'timezone'>,
	now: number,
) {
	// A campaign that can't be read is reported with the plan.
	const { rows } = readAll(readCountedCampaign, campaigns);
	const named = readAll(
		readCampaign,
		campaigns.filter((stored) => isNamedBy(request, stored)),
	);
	const { body } = request;
	const name = tried(() => normalizeCampaign(body.campaign)) ?? '';
	const addsRows = tried(() => isBoxTicked(body.addsRows)) ?? false;
	// The plan reads the monthly limit later, and ignores rows that don't count.
	const { planIds } = toCount({ name, addsRows, giftsPerMonth: Infinity }, rows, now, timezone);
	return [
		...planIds.map((planId) => ({ planId, ...everyPiece, ...listRanges.ofPieces })),
		...named.rows.map(({ planId }) => ({ planId, ...everyPiece, ...listRanges.ofFile })),
	];
}

/** The campaigns whose rows count for a plan. */
function toCount(
	settings: Pick<Settings, 'name' | 'addsRows' | 'giftsPerMonth'>,
	campaigns: CountedCampaign[],
	now: number,
	zone: string,
) {
	const inMonth = settings.giftsPerMonth > 0 ? countedInMonth(campaigns, now, zone) : [];
	const namesakes = settings.addsRows ? approvedNamesakes(settings, campaigns) : [];
	const planIds = [...new Set([...inMonth, ...namesakes].map(({ planId }) => planId))];
	return { inMonth, namesakes, planIds };
}

/** The stored lists of a campaign. */
export function listsOf({ lists }: PlanParams, campaign: Campaign | undefined): StoredList[] {
	const { rows } = readAll(readStoredList, lists ?? []);
	return rows.filter(({ planId }) => planId === campaign?.planId);
}

/** The rows of other campaigns that count. @throws InputError if they are missing, or can't be read */
export async function countedRows(
	{ timezone: zone, lists, pieces, campaigns }: PlanParams,
	settings: Settings,
	stored: Campaign | undefined,
	now: number,
) {
	const isCounting = settings.giftsPerMonth > 0 || settings.addsRows;
	const all = isCounting
		? rowsOf(
				readCountedCampaign,
				campaigns.filter(({ id }) => id !== stored?.id),
			)
		: [];
	const { inMonth, namesakes, planIds } = toCount(settings, all, now, zone);
	if (planIds.length === 0) return { planIds };
	if (!pieces || !lists) throw notRead;
	const counted = { pieces: rowsOf(readPiece, pieces), lists: rowsOf(readStoredList, lists) };
	const giftsOf = async (own: CountedCampaign[], firstDay: string) =>
		await inTurns(countGifts({ ...counted, campaigns: own }, firstDay));
	return {
		planIds,
		giftsOfMonth: await giftsOf(inMonth, firstDayOf(now, zone)),
		members: await giftsOf(namesakes, ''),
	};
}

const notRead = new InputError(
	"The rows of other campaigns weren't read",
	'Pass what To Read asks for in the fields Pieces and Lists.',
);

/** @throws InputError that names the first cell that can't be read */
function rowsOf<Row>(read: RowReader<Row>, stored: IDataObject[]): Row[] {
	const { rows, wrong } = readAll(read, stored);
	if (wrong[0] === undefined) return rows;
	throw new InputError("The rows of other campaigns can't be counted", wrong[0].text);
}
