import { readCheck, type Check } from '../campaign/check';
import { freeName } from '../campaign/draft';
import type { Campaign } from '../campaign/types';
import { html } from '../pages/html';
import { maxCampaignLength } from '../platform/identifiers';
import { hidden, input } from './formFields';
import { section } from './page';
import { pageOf } from './renderSections';
import { link, refusedNote } from './sections';
import { say } from '../platform/say';

/** The address of the form, at the desk. */
export function testAddress(desk: string, { planId }: Pick<Campaign, 'planId'>): string {
	return `${desk}?test=${planId}`;
}

/** The first amount of a list, in MB, or that of rows without one; undefined where neither is shown. */
export function firstAmount({ columns, said }: Pick<Check, 'columns' | 'said'>) {
	const samples = columns.find(({ field }) => field === 'megabytes')?.samples ?? [];
	const [first] = samples.flatMap(({ after }) => /^([\d.]+) MB$/.exec(after)?.[1] ?? []);
	return first ?? said.megabytes;
}

/** The plan of a test gift: one row with the first amount of a campaign, under a name of its own. @param stored all that are known */
export function testEntered(campaign: Campaign, stored: Campaign[]): Record<string, string> {
	const { name, serviceKey, sendAsEntered } = campaign;
	const check = readCheck(campaign);
	const megabytes = (check && firstAmount(check)) ?? '';
	return {
		campaign: freeName(`Test ${name}`.slice(0, maxCampaignLength - 4), stored),
		service: serviceKey,
		megabytes,
		budget: megabytes,
		country: 'international',
		sendAsEntered: String(sendAsEntered),
	};
}

/** The form for a gift to a number of the planner's own. It's planned and approved as any campaign. */
export function testPage(
	{ phone = '', ...kept }: Record<string, string>,
	{ token, problem }: { token: string; problem?: string },
): string {
	const { campaign = '', megabytes = '', service = '' } = kept;
	return pageOf(
		campaign,
		...refusedNote(problem),
		section(
			say`One gift to your own number`,
			html`<p>
					${say`It gets ${megabytes} MB of ${service}, after you approve it on the next page. The campaign itself gives nothing.`}
				</p>
				<form method="post" class="fields">
					${Object.entries({ token, ...kept }).map(([name, value]) => hidden(name, value))}
					${input(['phone', say`Phone number with country code`, 'tel', html`required`], () => phone)}
					<button>${say`Check the number`}</button>
				</form>`,
		),
		{ name: 'more', title: '', parts: [link(say`All campaigns`, '?')] },
	);
}
