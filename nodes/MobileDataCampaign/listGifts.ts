import { listWarningsOf } from '../../desk/warnings';
import type { ReadList } from '../../lists/readSteps';
import type { ListRow } from '../../lists/row';
import { html, nothing, type Html } from '../../pages/html';
import { count, number } from '../../platform/figureWords';

/** The rows of a list that get a gift: the first row of each number. */
export function gifts({ rows }: ReadList): ListRow[] {
	const seen = new Set<string>();
	return rows.filter(({ phone }) => {
		const isFirst = !seen.has(phone);
		seen.add(phone);
		return isFirst;
	});
}

/** The words of the choice to give these gifts. */
export function giveWords(all: ListRow[]): string {
	const megabytes = all.reduce((sum, row) => sum + row.megabytes, 0);
	return `Give ${number(megabytes)} MB to ${count(all.length, 'customer')}`;
}

/** The desk's warnings about a list. */
export function warnings({ report, file }: ReadList): Html {
	const all = listWarningsOf({ ...report, ...file });
	if (all.length === 0) return nothing;
	return html`<h2>${count(all.length, 'warning')}</h2>
		${all.map(({ words }) => html`<p>${words}</p>`)}`;
}
