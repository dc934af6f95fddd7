import { isObject } from '../platform/answer';
import { tried } from '../platform/input';
import type { Question } from '../lists/readingSettings';
import { textStored, type Text } from '../platform/say';
import { splitCorrections } from '../lists/corrections';
import type { ShownColumn } from '../lists/shownList';
import { readCheck } from './check';
import { approvedNamesakes, readCampaignSettings } from './settings';
import { plannerFields, settingOf } from './settingTable';
import { atOnce } from './piece';
import type { Campaign } from './types';

/** A fault in a field of the form; without a field, in the list. */
export interface Problem {
	field?: string;
	text: Text;
}

/** The contents of the page of a list that isn't planned, or can be planned in another way. */
export interface Draft {
	/** Undefined where the list came as rows. */
	fileName?: string;
	columns: ShownColumn[];
	/** To be answered before anything is planned. */
	questions: Question[];
	problems: Problem[];
	/** The text that was entered, by field of the form. */
	entered: Record<string, string>;
}

/** Whether a new plan may replace a campaign: nobody has approved or canceled it. */
export function isUndecided({ status, approvals }: Pick<Campaign, 'status' | 'approvals'>) {
	return (status === 'draft' || status === 'planned') && approvals === '';
}

/** The contents of the page that plans a campaign in another way. Times that are past are left out. */
export function draftIn(campaign: Omit<Campaign, 'id'>, zone: string, now: number): Draft {
	const stored = tried(() => JSON.parse(campaign.check) as Draft);
	if (isObject(stored) && isObject(stored.entered)) return stored;
	const { list, columns = [], corrected } = readCheck(campaign) ?? {};
	const entered = { ...enteredAs(campaign, zone, now), ...corrected, campaign: campaign.name };
	const problems =
		campaign.problem === '' ? [] : [{ field: 'campaign', text: textStored(campaign.problem) }];
	return { fileName: list?.fileName, columns, questions: [], problems, entered };
}

/** The columns that approvals and the runner fill in, of a campaign that nobody has approved. */
export const unapproved = {
	active: false,
	round: 0,
	approved: '',
	approvals: '',
	finishedAt: null,
	problem: '',
	totals: '',
	dueAt: atOnce,
};

/** A draft as it is stored. Name and service are as entered; the other settings are empty. */
export function draftCampaign(
	draft: Draft,
	keys: Pick<Campaign, 'planId' | 'viewKey' | 'controlKey'>,
	now: number,
): Omit<Campaign, 'id'> {
	const at = new Date(now).toISOString();
	const { entered, fileName } = draft;
	return {
		...unapproved,
		...keys,
		...readCampaignSettings({}, 'UTC', now, () => ''),
		name: [entered.campaign, fileName, 'Draft'].find(Boolean) ?? '',
		serviceKey: entered.service ?? '',
		budget: 0,
		status: 'draft',
		pieces: 0,
		rows: 0,
		megabytes: 0,
		leftOut: 0,
		check: JSON.stringify(draft),
		listHash: '',
		plannedAt: at,
	};
}

/** The settings of a campaign as the form has them. */
function enteredAs(
	campaign: Omit<Campaign, 'id'>,
	zone: string,
	now: number,
): Record<string, string> {
	const chosen = [...plannerFields].map(([field, name]) => {
		const { entered = String } = settingOf(name);
		return [field, entered(campaign[name], zone, now)];
	});
	return { ...Object.fromEntries(chosen), ...readCheck(campaign)?.chosen };
}

/** The settings of a campaign for a new one, under a name that nobody has used. @param stored all that are known */
export function enteredAgain(
	campaign: Campaign,
	stored: Campaign[],
	zone: string,
	now: number,
): Record<string, string> {
	const name = freeName(campaign.name, stored);
	return { ...enteredWithout(campaign, zone, now), campaign: name, addsRows: '' };
}

/** A name, with the next number behind it that nobody has used. @param stored all campaigns that are known */
export function freeName(wanted: string, stored: Campaign[]): string {
	const [, stem = '', number = '1'] = /^(.*?)(?: (\d{1,6}))?$/s.exec(wanted) ?? [];
	let name = wanted;
	for (let next = Number(number) + 1; approvedNamesakes({ name }, stored).length > 0; next++) {
		name = `${stem} ${next}`;
	}
	return name;
}

/** The settings of a campaign for rows that are added to it. They have a budget of their own. */
export function enteredToAdd(campaign: Campaign, zone: string, now: number): Draft['entered'] {
	return { ...enteredWithout(campaign, zone, now), budget: '', addsRows: 'true' };
}

/** The settings of a campaign without corrections, which are of its own list. */
function enteredWithout(campaign: Campaign, zone: string, now: number): Draft['entered'] {
	return splitCorrections(draftIn(campaign, zone, now).entered).others;
}
