import { html, number, type Html } from './html';

export interface Bar {
	label: string;
	value: number;
	/** A color of the stylesheet. */
	color: string;
}

/** In the units of the drawing, which a phone shows about as large as its text. */
const size = { label: 95, width: 360, bar: 18, step: 27, value: 62 };

/** Bars with their labels and an axis from 0 on, as a drawing without scripts. */
export function chart(title: string, bars: Bar[]): Html {
	const top = axisEnd(Math.max(...bars.map(({ value }) => value)));
	const length = size.width - size.label - size.value;
	const x = (value: number) => size.label + Math.round((length * value) / top);
	const bottom = bars.length * size.step;
	const words = bars.map(({ label, value }) => `${label}: ${number(value)}`).join(', ');
	return html`<svg
		viewBox="0 0 ${size.width} ${bottom + 24}"
		role="img"
		aria-label="${title}. ${words}"
	>
		${[0, top / 2, top].map(
			(tick) =>
				html`<line x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${bottom}" /><text
						x="${x(tick)}"
						y="${bottom + 16}"
						text-anchor="middle"
						>${number(tick)}</text
					>`,
		)}
		${bars.map(({ label, value, color }, at) => {
			const y = at * size.step + 4;
			const middle = y + 14;
			return html`<text x="0" y="${middle}">${label}</text
				><rect
					x="${size.label}"
					y="${y}"
					width="${x(value) - size.label}"
					height="${size.bar}"
					style="fill:${color}"
				/><text x="${x(value) + 5}" y="${middle}">${number(value)}</text>`;
		})}
	</svg>`;
}

/** A round number that no bar exceeds, and whose half is whole. */
function axisEnd(most: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(most, 2)));
	return [2, 4, 6, 8, 10].map((factor) => factor * power).find((end) => end >= most) ?? most;
}
