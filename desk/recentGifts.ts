import type { Check } from '../campaign/check';
import { count, number, timeIn } from '../platform/figureWords';
import { say, texts, translated } from '../platform/say';

/** The box of the form that leaves these numbers out. */
export const leaveOutWords = texts(
	'Leave out numbers that got a gift of this service in the last 90 days',
);

/** So many campaigns are named. */
const maxCampaignsNamed = 5;

/**
 * The numbers of a plan that got a gift not long ago; undefined where none did.
 *
 * @param rows of the plan
 * @param zone of the times in it
 * @param isFirst whether nobody has approved the plan, so that they can be left out
 */
export function gotBeforeWords(
	{ gotBefore }: Check,
	rows: number,
	zone: string,
	isFirst: boolean,
): string | undefined {
	const sumOf = (groups: Check['gotBefore']) => groups.reduce((sum, group) => sum + group.rows, 0);
	const all = sumOf(gotBefore);
	if (all === 0) return undefined;
	const named = gotBefore.slice(0, maxCampaignsNamed).map(({ campaign, rows: some, last }) => {
		const where = campaign === '' ? say`by other workflows` : say`in “${campaign}”`;
		return `${number(some)} ${where}${last && say`, the last one on ${timeIn(zone, last)}`}`;
	});
	const others = sumOf(gotBefore.slice(maxCampaignsNamed));
	const groups = [...named, ...(others > 0 ? [say`${number(others)} in others`] : [])].join('; ');
	const got = say`${number(all)} of ${count(rows, 'number')} got a gift of this service in the last 90 days: ${groups}.`;
	if (!isFirst) return got;
	return say`${got} Approve only if they are to get another gift. Otherwise choose “Change a setting, or how the list is read”, and tick “${translated(leaveOutWords)}”.`;
}
