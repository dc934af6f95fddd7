import { html, nothing, type Html } from '../pages/html';
import { count, number } from '../platform/figureWords';
import { section, table } from './page';
import { labels, placeLabel } from '../campaign/labels';
import type { Report } from './report';
import { endings, type Ending } from '../campaign/types';

/** How many rows are done, and how they ended. */
export function progress({ rows, done, results, pace }: Report): Html {
	const share = (value: number) => Math.round((1000 * value) / (rows || 1)) / 10;
	const ended = endings.filter((ending) => ending !== 'notSent' && results[ending].rows > 0);
	const bar = (ending: Ending) =>
		html`<span style="width:${share(results[ending].rows)}%;background:var(--${ending})"></span>`;
	const percent = Math.floor((100 * done) / (rows || 1));
	return section(
		`${number(done)} of ${count(rows, 'row')} done, ${percent}%`,
		html`<div
				class="bar"
				role="progressbar"
				aria-label="Rows done"
				aria-valuemin="0"
				aria-valuemax="${rows}"
				aria-valuenow="${done}"
			>
				${ended.map(bar)}
			</div>
			<dl class="tiles">
				${endings.map(
					(ending) =>
						html`<div style="--tone:var(--${ending})">
							<dt>${labels[ending]}</dt>
							<dd>
								<b>${number(results[ending].rows)}</b
								><small>${number(results[ending].megabytes)} MB</small>
							</dd>
						</div>`,
				)}
			</dl>`,
		pace ? html`<p class="soft">Pace of the last step: ${pace}</p>` : nothing,
	);
}

/** Rows and MB by result, which add up to what was planned. */
export function figures({ results, rows, megabytes, balance }: Report): Html {
	const lines = endings.map((ending) => [
		labels[ending],
		results[ending].rows,
		results[ending].megabytes,
	]);
	const head = ['Result', 'Rows', 'MB'];
	return section(
		'Figures',
		table('Rows and MB by result', head, [...lines, ['Planned', rows, megabytes]]),
		html`<p>${balance}</p>`,
	);
}

/** Why rows failed or are in doubt; nothing where none has a reason. */
export function reasons({ reasons: all, onlyFinal }: Report): Html[] {
	if (all.length === 0) return [];
	const lines = all.map(({ reason, rows }) => [reason, rows]);
	const final = onlyFinal ? html`<p class="soft">A retry would end in the same way.</p>` : nothing;
	return [section('Reasons', firstLines('Rows by reason', ['Reason', 'Rows'], lines), final)];
}

const mostLines = 20;

/** A table of the first lines, and how many more there are. */
function firstLines(label: string, head: string[], lines: (string | number)[][]): Html {
	const left = lines.length - mostLines;
	const rest = left > 0 ? html`<p class="soft">And ${number(left)} more.</p>` : nothing;
	return html`${table(label, head, lines.slice(0, mostLines))}${rest}`;
}

/** What is planned in each country: a wrong one shows that numbers were read wrongly. */
export function byCountry({ places }: Report): Html {
	const lines = places.map(({ place, rows }) => [placeLabel(place), rows]);
	return section('By country', firstLines('Planned rows by country', ['Country', 'Rows'], lines));
}

/** By operator, where the list names them, and by country. */
export function groups({ operators, places }: Report): Html[] {
	const byOperator = operators.map(({ operator, ...figures }) => ({
		label: operator || 'Not given',
		...figures,
	}));
	const byPlace = places.map(({ place, ...figures }) => ({ label: placeLabel(place), ...figures }));
	const hasOperators = operators.some(({ operator }) => operator !== '');
	return [
		...(hasOperators ? [section('By operator', grouped('Operator', byOperator))] : []),
		section(
			'By country',
			grouped('Country', byPlace),
			html`<p class="soft">By the first digits of the number, or the time zone of the list.</p>`,
		),
	];
}

function grouped(
	head: string,
	all: ({ label: string; rows: number } & Record<Ending, number>)[],
): Html {
	const lines = all.map(({ label, rows, ...own }) => [
		label,
		rows,
		...endings.map((ending) => own[ending]),
	]);
	const names = [head, 'Rows', ...endings.map((ending) => labels[ending])];
	return firstLines(`Rows by ${head.toLowerCase()}`, names, lines);
}
