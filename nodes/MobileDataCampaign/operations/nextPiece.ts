import { randomString } from 'n8n-workflow';
import { z } from 'zod';
import { nextRunnerStep } from '../../../campaign/runner';
import type { Campaign } from '../../../campaign/types';
import { normalized } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import { workflowStep } from '../step';
import { inputRows, madeItem, orNothing, storedField, storedRow, storedRows } from '../stored';
import { lastSchema, readAll, readCampaign, readPiece, readRunner, stopsOf } from '../tables';

/** Opt-outs are read from so long before the plan on: clocks differ, and a plan takes its time. */
const optOutsBeforeMs = 300_000;

/**
 * Takes the runner's lease, and what a step sends (campaign/runner.ts). Items in: the pieces that are due; where a run begins,
 * all pieces of the campaigns that are due.
 */
export const nextPiece = workflowStep({
	value: 'nextPiece',
	name: 'Next Piece',
	action: 'Take next pieces',
	description: 'Take the lease of the runner and the pieces of the next two seconds',
	outputs: ['Runner', 'Pieces', 'Step'],
	fields: [
		storedField({
			displayName: 'Runner',
			name: 'runner',
			placeholder: "e.g. {{ $('Get runner').first().json }}",
			description: 'The row of the runner, as stored',
		}),
		storedField({
			displayName: 'Campaigns',
			name: 'campaigns',
			placeholder: "e.g. {{ $('Get active campaigns').all() }}",
			description: 'The active campaigns that are due, as stored',
		}),
		storedField({
			displayName: 'Last Step',
			name: 'last',
			placeholder: "e.g. {{ $('Send piece').isExecuted && $('Send piece').first(2).json }}",
			description: 'The output Step of Send Piece; empty in the first step of a run',
			required: false,
		}),
		storedField({
			displayName: 'Saved Pieces',
			name: 'saved',
			placeholder: "e.g. {{ $('Save pieces').isExecuted && $('Save pieces').all() }}",
			description: 'The pieces that the step has saved, as they were read back',
			required: false,
		}),
		{
			displayName: 'Started',
			name: 'started',
			type: 'dateTime',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Every 10 seconds').first().json.timestamp }}",
			description: 'When this execution started; it sends for one minute',
		},
	],
	params: z.object({
		runner: storedRow,
		campaigns: storedRows,
		last: orNothing(madeItem(lastSchema)),
		saved: orNothing(storedRows),
		started: normalized((value) => millisecondsOfInput(value, 'UTC')),
		timezone: z.string(),
	}),
	execute(context, { runner, campaigns: stored, last, saved = [], started, timezone: zone }) {
		const { rows: campaigns, wrong: broken } = readAll(readCampaign, stored);
		const { rows: pieces, wrong } = readAll(readPiece, inputRows(context));
		const token = `${context.getExecutionId()}.${randomString(12)}`;
		const input = {
			runner: readRunner(runner),
			last: last && { ...last, saved: readAll(readPiece, saved).rows },
			campaigns,
			stops: stopsOf(broken),
			pieces,
			wrong,
			token,
			started,
			zone,
		};
		const { runner: write, ...next } = nextRunnerStep(input, Date.now(), Math.random);
		const worked = next.work.map(({ piece: { planId, number } }) => ({ planId, number }));
		const isChange = worked.length === 0 && next.changes.length > 0;
		const own = campaigns.filter((one) => worked.some(({ planId }) => planId === one.planId));
		const step = { ...next, token, campaigns: own, optOutsSince: optOutsSince(own) };
		const toRead = isChange ? [noList] : worked;
		return [[write], toRead, toRead.length > 0 ? [step] : []];
	},
});

/** From when on opt-outs are read: n8n refuses an empty time, also where nothing is to send. */
function optOutsSince(campaigns: Campaign[]): string {
	const times = campaigns.map(({ plannedAt }) => Date.parse(plannedAt) - optOutsBeforeMs);
	return new Date(Math.min(Date.now(), ...times)).toISOString();
}

/** Leads to Send Piece where campaigns are to write, and nothing is to send. */
const noList = { planId: '', number: 0 };
