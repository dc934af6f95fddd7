import { readCheck, type Check } from '../campaign/check';
import { freeName } from '../campaign/draft';
import { storedTotals } from '../campaign/totals';
import type { Campaign } from '../campaign/types';
import { regionsOf } from '../campaign/zones';
import { html } from '../pages/html';
import { maxCampaignLength } from '../platform/identifiers';
import { hiddenInput, input } from './formFields';
import { section } from './page';
import { pageOf } from './renderSections';
import { links, refusedNote } from './sections';
import { say } from '../platform/say';

/** The first amount of a list, in MB, or that of rows without one; undefined where neither is shown. */
export function firstAmount({ columns, chosen }: Pick<Check, 'columns' | 'chosen'>) {
	const samples = columns.find(({ field }) => field === 'megabytes')?.samples ?? [];
	return samples.find(({ after }) => typeof after === 'number')?.after ?? chosen.megabytes;
}

/** The country of most numbers of a campaign, by which a number without its code is read; '' if nobody knows. */
function countryIn(campaign: Campaign): string {
	const groups = storedTotals(campaign)?.groups ?? [];
	const [most] = [...groups].sort((one, other) => other.rows - one.rows);
	return campaign.country || (most ? (regionsOf(most.place)[0] ?? '') : '');
}

/** The plan of a test gift: one row with the first amount of a campaign, under a name of its own. @param stored all that are known */
export function testEntered(campaign: Campaign, stored: Campaign[]): Record<string, string> {
	const { name, serviceKey, sendAsEntered } = campaign;
	const check = readCheck(campaign);
	const megabytes = String((check && firstAmount(check)) ?? '');
	return {
		campaign: freeName(`Test ${name}`.slice(0, maxCampaignLength - 4), stored),
		service: serviceKey,
		megabytes,
		budget: megabytes,
		country: countryIn(campaign) || 'international',
		sendAsEntered: String(sendAsEntered),
	};
}

/** The form for a gift to a number of the planner's own. It's planned and approved as any campaign. */
export function testPage(
	{ phone = '', ...kept }: Record<string, string>,
	{ token, problem, back }: { token: string; problem?: string; back?: string },
): string {
	const { campaign = '', megabytes = '', service = '', country = 'international' } = kept;
	const label =
		country === 'international'
			? say`Phone number with country code`
			: say`Phone number of ${{ region: country }}, or with its country code`;
	return pageOf(
		campaign,
		...refusedNote(problem),
		section(
			say`One gift to your own number`,
			html`<p>
					${say`It gets ${megabytes} MB of ${service}, after you approve it on the next page. The campaign itself gives nothing.`}
				</p>
				<form method="post" class="fields">
					${Object.entries({ token, ...kept }).map(([name, value]) => hiddenInput(name, value))}
					${input(['phone', label, 'tel', html`required`], () => phone)}
					<button>${say`Check the number`}</button>
				</form>`,
		),
		links(back !== undefined && { words: say`Back to the campaign`, address: back }, {
			words: say`All campaigns`,
			address: '?',
		}),
	);
}
