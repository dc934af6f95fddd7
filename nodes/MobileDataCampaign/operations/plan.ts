import { randomString, type IDataObject } from 'n8n-workflow';
import type { Check } from '../../../campaign/check';
import { planForPrograms } from '../../../desk/forPrograms';
import { keptFile } from '../../../desk/keptFile';
import { giftsOfMonth } from '../../../campaign/monthLimit';
import { emptyError, planSteps, type Plan } from '../../../campaign/plan';
import { withoutReplaced } from '../../../campaign/planAgain';
import { readSettings, refuseNamesake, similarTo } from '../../../campaign/settings';
import { ListError } from '../../../lists/shownList';
import { InputError } from '../../../platform/input';
import { inTurns, turns } from '../../engine/n8n/turns';
import { listRequestIn, readRequested, type ListRequest } from '../listRequest';
import { givenBefore } from '../givenBefore';
import { refuseForeignForm } from '../ownForm';
import { askPlatform } from '../pools';
import { step } from '../step';
import { readStoredRows } from '../stored';
import {
	readAll,
	readCountedPiece,
	readCountedCampaign,
	readOther,
	readStoredList,
	type RowReader,
} from '../tables';
import { planFields, planParams, type PlanParams } from './planFields';

/**
 * Cuts a list into batches (campaign/plan.ts); nothing is given before it's approved. Items in: what a Webhook node got. The outputs are in the order to insert them in.
 */
export const plan = step({
	value: 'plan',
	name: 'Plan',
	action: 'Plan campaign',
	description: 'Check a list of customers, and cut it into batches that wait for an approval',
	outputs: ['Batches', 'Lists', 'Replaced', 'Campaign', 'Report'],
	fields: planFields,
	maybeNothing: ['reading'],
	params: planParams,
	async execute(context, params) {
		const now = Date.now();
		const [item] = context.getInputData();
		await refuseForeignForm(context, item?.json ?? {}, params.others);
		const request = await listRequestIn(context, params);
		const { timezone, megabytesPerDay, giftsPerMonth } = params;
		// Only who can edit the workflow sets these limits: they aren't in the form.
		const limited = { ...request.settings, megabytesPerDay, giftsPerMonth };
		const entered = readSettings(limited, timezone, now);
		const { replaced, others } = withoutReplaced(params.others.map(readOther), request.replaces);
		refuseNamesake(entered, others);
		const { sendAsEntered } = entered;
		const read = await readRequested({ ...request, sendAsEntered }, others);
		const { rows, bad, report, file, bytes, settings: ofList, check: readAs } = read;
		const settings = { ...entered, ...ofList };
		const steps = planSteps({
			settings,
			rows,
			bad,
			list: { ...report, ...file },
			now,
			optOuts: params.optOuts.map(({ phone }) => phone),
			givenBefore: await givenBefore(context, settings),
			giftsOfMonth: settings.giftsPerMonth > 0 ? countedIn(params, request, now) : undefined,
			countedUpTo: Math.max(0, ...params.others.map(({ id }) => Number(id))),
			keys: {
				planId: randomString(16),
				viewKey: randomString(32),
				controlKey: randomString(32),
			},
		});
		const planned = await inTurns(steps);
		const empty = emptyError(planned);
		if (empty) throw new ListError(empty, { columns: readAs.columns, questions: [] });
		const platform = await askPlatform(context, settings.serviceKey, planned.check.operators);
		const similar = similarTo(settings, others, now);
		const check: Check = { ...planned.check, ...platform, ...readAs, similar };
		const campaign = { ...planned.campaign, check: JSON.stringify(check) };
		const lists = await withFile(planned, bytes);
		const canceled = replaced.map(({ planId }) => ({ planId, finishedAt: campaign.plannedAt }));
		return [planned.batches, lists, canceled, [campaign], [planForPrograms(campaign, timezone)]];
	},
});

/** The lists of a plan, and the file they were read from, which goes back with the results. */
async function withFile({ lists, campaign }: Plan, bytes: Uint8Array = new Uint8Array(0)) {
	const all = [...lists];
	const turn = turns();
	for (const piece of keptFile(campaign.planId, bytes)) {
		all.push(piece);
		await turn();
	}
	return all;
}

/** The gifts of the month. @throws InputError where nobody has read what is counted, or it can't be read */
function countedIn(
	{ others, timezone, ...counted }: PlanParams,
	{ replaces }: ListRequest,
	now: number,
): Map<string, number> {
	const read = <Row>(reader: RowReader<Row>, stored: IDataObject[]) => {
		const { rows, wrong } = readAll(reader, stored);
		if (wrong[0] === undefined) return rows;
		throw new InputError("The gifts of the month can't be counted", wrong[0].text);
	};
	const counting = others.filter(({ planId }) => planId !== replaces);
	const campaigns = read(readCountedCampaign, counting);
	const batches = readStoredRows(counted.countedBatches, 'Counted Batches');
	const lists = readStoredRows(counted.countedLists, 'Counted Lists');
	const stored = {
		campaigns,
		pieces: read(readCountedPiece, batches),
		lists: read(readStoredList, lists),
	};
	return giftsOfMonth(stored, now, timezone);
}
