import { z } from 'zod';
import type { CampaignChange } from '../../../campaign/work';
import { takeStep } from '../../../campaign/step';
import { numeric } from '../../../platform/input';
import { paceWords } from '../../engine/core/request/paceFigures';
import { loadSince } from '../../engine/n8n/transport';
import { giveBy, giverIn } from '../give';
import { workflowStep } from '../step';
import { changeItem, madeItem, orNothing, storedField, storedRow, storedRows } from '../stored';
import { nextSchema, readAll, readRunner, readStoredList } from '../tables';

/** Takes a step with the pieces that were taken (campaign/step.ts). */
export const sendPiece = workflowStep({
	value: 'sendPiece',
	name: 'Send Piece',
	action: 'Send pieces',
	description: 'Give data to the next rows of the taken pieces, for up to two seconds',
	costs: 'data',
	outputs: ['Campaigns', 'Pieces', 'Step'],
	fields: [
		storedField({
			displayName: 'Runner',
			name: 'runner',
			placeholder: "e.g. {{ $('Save runner').first().json }}",
			description: 'The row of the runner, as it was read back after it was saved',
		}),
		storedField({
			displayName: 'Step',
			name: 'step',
			placeholder: 'e.g. {{ $json }}',
			description: 'The output Step of Next Piece',
		}),
		storedField({
			displayName: 'Lists',
			name: 'lists',
			placeholder: "e.g. {{ $('Read lists').isExecuted && $('Read lists').all() }}",
			description: 'The lists of its pieces, as stored; empty where it has no pieces',
			required: false,
		}),
		storedField({
			displayName: 'Opt-Outs',
			name: 'optOuts',
			placeholder: "e.g. {{ $('Get opt-outs').all() }}",
			description: 'The opt-outs since the plans, each in the field phone',
		}),
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			default: 200,
			typeOptions: { minValue: 1, maxValue: 200 },
			description:
				"How many requests run at the same time, at most; the platform's answers set the pace",
		},
	],
	params: z.object({
		runner: storedRow,
		step: madeItem(nextSchema),
		lists: orNothing(storedRows),
		optOuts: storedRows,
		timezone: z.string(),
		concurrency: numeric(z.number().int().min(1).max(200)),
	}),
	async execute(context, { timezone: zone, concurrency, step: next, lists = [], ...params }) {
		// If another runner was first, its token is read back, or no row.
		if (params.runner.token !== next.token) return [[], [], []];
		const giver = await giverIn(context, concurrency);
		const [load, figures] = [loadSince(), giver.limiter.figures(giver.account.host, giver.clock)];
		const input = {
			...next,
			runner: readRunner(params.runner),
			lists: readAll(readStoredList, lists).rows,
			optOuts: params.optOuts.map(({ phone }) => phone),
			zone,
		};
		const { campaigns: changes, pieces, ...last } = await takeStep(input, Date.now, giveBy(giver));
		const pace = figures(load());
		const isPaced = pace.requests > 0;
		const words = isPaced && { pace: paceWords(pace) };
		const paced = ({ totals, ...change }: CampaignChange) => {
			return { ...change, totals: totals && { ...totals, ...words } };
		};
		return [
			changes.map((change) => changeItem(paced(change))),
			pieces,
			[{ ...last, before: changes.map(before), ...(isPaced && { pace: { ...pace } }) }],
		];
	},
});

/** How a campaign stands before its change. */
function before({ campaign: { id, status, active } }: CampaignChange) {
	return { id, status, active };
}
