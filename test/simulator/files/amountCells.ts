import type { Cell } from './cell';
import type { FileScenario } from './scenario';

type Amounts = FileScenario['amounts'];

/** Amounts of customers, by the unit of the system. */
const values = {
	MB: [
		500, 100, 250, 1024, 2048, 1536, 512, 20, 1500, 10_240, 5120, 1000, 12.5, 102.4, 300, 750, 40,
		200, 10, 1,
	],
	GB: [1, 2, 5, 1.5, 0.5, 10, 2.5, 0.25, 20, 3, 1.25, 100, 7, 4, 15, 1.024, 0.125, 30, 6, 8],
};

/** MB that a spreadsheet shows with three digits behind the point, where it took that for the sign of decimals. */
const damaged = [1024, 2048, 1536, 5121, 10_241];

/** An amount as the system counts it. */
export function amountOf(drawn: number, { unit, isDamaged, way }: Amounts): number {
	const own = isDamaged && way !== 'cell' ? damaged : values[unit];
	return own[drawn % own.length] ?? 1;
}

/** MB that a customer gets; a GB has 1,024. */
export function megabytesOf(amount: number, { unit, isDamaged, way }: Amounts): number {
	return unit === 'GB' && !(isDamaged && way !== 'cell') ? amount * 1024 : amount;
}

/** The unit of amounts, where damage has none but MB. */
export function unitOf({ unit, isDamaged, way }: Amounts): 'MB' | 'GB' {
	return isDamaged && way !== 'cell' ? 'MB' : unit;
}

const words = {
	MB: ['MB', 'mb', 'Mo', 'MiB', 'megabytes', 'Mega'],
	GB: ['GB', 'gb', 'Go', 'GiB', 'gigabytes', 'Giga'],
};

/** The unit as the list writes it. */
export function unitWord(amounts: Amounts): string {
	const own = words[unitOf(amounts)];
	return own[amounts.word % own.length] ?? 'MB';
}

/** Writes an amount, by the signs of the system. */
export function amountCell(amount: number, amounts: Amounts, isWorkbook: boolean): Cell {
	const { way, space, cell, isDamaged } = amounts;
	if (isDamaged && way !== 'cell') {
		const number = amount / 1000;
		return isWorkbook ? { number, format: 'General' } : String(number);
	}
	if (isWorkbook && cell !== 'text') {
		const unit = way === 'cell' ? `0.##" ${unitWord(amounts)}"` : '#,##0.##';
		if (way === 'cell')
			return { number: amount, format: cell === 'format' ? unit : unit.replace('0.##', '0.0') };
		return { number: amount, format: cell === 'format' ? unit : 'General' };
	}
	const text = numberText(amount, amounts);
	return way === 'cell' ? `${text}${space}${unitWord(amounts)}` : text;
}

function numberText(amount: number, { decimal, thousands }: Amounts): string {
	const [whole = '', rest = ''] = String(amount).split('.');
	const sign = thousands === 'other' ? (decimal === '.' ? ',' : '.') : thousands;
	const inThousands = whole.replace(/\B(?=(\d{3})+$)/g, sign);
	return rest ? `${inThousands}${decimal}${rest}` : inThousands;
}

/** The same amounts below a name with the other unit, where people copied the name. */
export function misnamed(amounts: Amounts): string {
	return unitOf(amounts) === 'GB' ? 'MB' : 'GB';
}

/** The decimal sign of a cell: of a number that a workbook stores it's a point. */
export function decimalSignOf(amounts: Amounts, isWorkbook: boolean): '.' | ',' {
	const { way, cell, decimal, isDamaged } = amounts;
	if (isDamaged && way !== 'cell') return ',';
	return isWorkbook && cell !== 'text' ? '.' : decimal;
}
