import { randomString } from 'n8n-workflow';
import { z } from 'zod';
import { nextRunnerStep } from '../../../campaign/runner';
import type { Campaign } from '../../../campaign/types';
import { oneList } from '../../../desk/ranges';
import { teamMessages } from '../../../desk/message';
import { normalized, requiredTextSchema } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import { workflowStep } from '../step';
import {
	inputRows,
	madeItem,
	orNothing,
	pageUrlField,
	storedField,
	storedRow,
	storedRows,
} from '../stored';
import { lastSchema, readAll, readCampaign, readPiece, readRunner, stopsOf } from '../tables';

/** How long before the plan the opt-outs to read begin: clocks differ, and a plan takes some time. */
const optOutsBeforeMs = 300_000;

/**
 * Takes the runner's lease, and what a step sends (campaign/runner.ts), and tells which campaigns the last step has ended or
 * stopped (desk/message.ts). Items in: the pieces that are due; where a run begins, all pieces of the campaigns that are due.
 */
export const nextPiece = workflowStep({
	value: 'nextPiece',
	name: 'Next Piece',
	action: 'Take next pieces',
	description:
		'Take the lease and the pieces for two seconds, and report campaigns that have ended',
	outputs: ['Runner', 'Lists to Read', 'Step', 'Campaign Ended', 'Person Needed'],
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
		storedField({
			displayName: 'Saved Campaigns',
			name: 'savedCampaigns',
			placeholder: "e.g. {{ $('Save campaign').isExecuted && $('Save campaign').all() }}",
			description: 'The campaigns that the step has saved, as they were read back',
			required: false,
		}),
		pageUrlField,
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
		savedCampaigns: orNothing(storedRows),
		pageUrl: requiredTextSchema,
		started: normalized((value) => millisecondsOfInput(value, 'UTC')),
		timezone: z.string(),
	}),
	execute(context, { runner, campaigns: stored, last, started, timezone: zone, ...params }) {
		const { rows: campaigns, wrong: broken } = readAll(readCampaign, stored);
		const { rows: pieces, wrong } = readAll(readPiece, inputRows(context));
		const token = `${context.getExecutionId()}.${randomString(12)}`;
		const input = {
			runner: readRunner(runner),
			last: last && { ...last, saved: readAll(readPiece, params.saved ?? []).rows },
			campaigns,
			stops: stopsOf(broken),
			pieces,
			wrong,
			token,
			started,
			zone,
		};
		const now = Date.now();
		const { runner: write, ...next } = nextRunnerStep(input, now, Math.random);
		const toRead = next.work.map(({ piece: { planId, number } }) => ({
			planId,
			...oneList(number),
		}));
		const own = campaigns.filter((one) => toRead.some(({ planId }) => planId === one.planId));
		const isStep = next.work.length + next.changes.length > 0;
		const changed = readAll(readCampaign, params.savedCampaigns ?? []).rows;
		const { pageUrl } = params;
		const told = teamMessages(changed, last?.before ?? [], { pageUrl, now, zone });
		// The workflow sends messages before it sends gifts.
		const isDelayed = next.isDelayed || told.ended.length + told.personNeeded.length > 0;
		const optOuts = { optOutsSince: optOutsSince(own) };
		const step = { ...next, isDelayed, token, campaigns: own, ...optOuts };
		return [[write], toRead, isStep ? [step] : [], told.ended, told.personNeeded];
	},
});

/** The time from which opt-outs are read, because n8n refuses an empty time. */
function optOutsSince(campaigns: Campaign[]): string {
	const times = campaigns.map(({ plannedAt }) => Date.parse(plannedAt) - optOutsBeforeMs);
	return new Date(Math.min(Date.now(), ...times)).toISOString();
}
