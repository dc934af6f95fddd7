// @ts-expect-error It brings no types: these are the parts of its entry, ES modules that the build bundles.
import { isDate } from '../node_modules/numfmt/lib/formatInfo.js';
// @ts-expect-error It brings no types.
import { formatValue } from '../node_modules/numfmt/lib/formatNumber.js';
// @ts-expect-error It brings no types.
import { defaultOptions } from '../node_modules/numfmt/lib/options.js';
// @ts-expect-error It brings no types.
import { parsePattern } from '../node_modules/numfmt/lib/parsePattern.js';

/** A format of numbers, as Excel has them. */
export interface NumberFormat {
	/** Whether it's one of dates or times. */
	isDate: boolean;
	/** How it shows a number. @throws Error for one that it can't */
	show(number: number): string;
}

/**
 * Takes a format apart. The package's own entry would keep each format for as long as n8n runs: anybody's file would stay in
 * memory.
 *
 * @throws Error for what is no format
 */
export function parseFormat(code: string): NumberFormat {
	const { partitions, ...parsed } = (parsePattern as (code: string) => { partitions: object[] })(
		code,
	);
	const show = formatValue as (number: number, parsed: object, options: object) => string;
	return {
		isDate: (isDate as (partitions: object[]) => boolean)(partitions),
		show: (number) => show(number, { ...parsed, partitions }, defaultOptions as object),
	};
}
