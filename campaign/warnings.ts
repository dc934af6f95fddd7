import type { Check } from './check';
import { count, number } from './html';
import { placeLabel } from './labels';
import type { Report } from './report';
import { plus } from './results';
import { withoutPhones } from './withoutNumbers';

type Checked = Pick<Report, 'serviceKey' | 'budget' | 'check' | 'sendAsEntered'>;

/** What a planner has to see first, on the page and as a program reads it. No number of a customer. */
export function warningsOf({ serviceKey, budget, check, sendAsEntered }: Checked): string[] {
	if (!check) return [];
	const { service, similar, toGive, neverLoud, operators } = check;
	const others = similar.map(({ name, plannedAt }) => `“${name}” of ${plannedAt.slice(0, 10)}`);
	return [
		service !== undefined && `The service ${serviceKey} can't give data: ${service}.`,
		others.length > 0 &&
			`Who has a gift of a campaign with a similar name gets another one: ${others.join(', ')}. Approve only if it's meant as a new one.`,
		toGive > budget && 'The plan is over the budget: what exceeds it is held.',
		...operators.map((planned) => poolWarning(planned, check)),
		...neverLoud.map(({ place, rows }) => {
			return `Nothing can be given to ${count(rows, 'row')} of ${placeLabel(place)}: no time zone is known there, or it's always quiet somewhere.`;
		}),
		sendAsEntered && 'Numbers are sent as entered, also those that no numbering plan has.',
		hiddenRows(check.list),
		notValid(check.list),
	].flatMap((text) => (text ? [withoutPhones(text)] : []));
}

type Planned = Check['operators'][number];

function poolWarning(planned: Planned, check: Check): string | undefined {
	const missing = missingOf(planned, check);
	if (missing > 0)
		return `Data pools of ${planned.operator} have ${number(missing)} MB less than is planned.`;
	const { problem } = poolOf(planned, check) ?? {};
	return problem && `Data pools of ${planned.operator} can't be read: ${problem}`;
}

export function poolOf({ operator }: Planned, { pools }: Check) {
	return pools.find((pool) => pool.operator === operator);
}

/** MB that the pools of an operator have too little; 0 where they have enough, or aren't known. */
export function missingOf(planned: Planned, check: Check): number {
	const left = poolOf(planned, check)?.megabytes ?? planned.megabytes;
	return Math.max(0, plus(planned.megabytes, -left));
}

function hiddenRows({ hiddenRows: hidden = 0 }: Check['list']): string | false {
	return hidden > 0 && `The spreadsheet hides ${count(hidden, 'row')} of the list; all are read.`;
}

function notValid({ numbers: { notValid: all, notValidRows } }: Check['list']): string | false {
	if (all === 0) return false;
	const more = all > notValidRows.length ? ' and more' : '';
	return `The numbering plan of their country doesn't have ${count(all, 'number')}: ${all === 1 ? 'row' : 'rows'} ${notValidRows.join(', ')}${more}.`;
}
