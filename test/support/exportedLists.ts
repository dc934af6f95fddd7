import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A list as a system exports it, and what it must become. */
export interface ExportedList {
	file: string;
	/** MB for all rows, if the file has no amounts. */
	each?: number;
	/** The questions if nothing is declared: each setting with its proposal. */
	asked: string[];
	/** The settings of a person who knows the customers. */
	declared: Record<string, string>;
	/** The questions under these settings, whose proposals are right. */
	confirmed?: Record<string, string>;
	/** The phone number and MB of each row; of a refused row only its number. */
	rows: string[];
}

const list = (
	file: string,
	asked: string[],
	declared: Record<string, string>,
	rows: string[],
	more: Pick<ExportedList, 'each' | 'confirmed'> = {},
): ExportedList => ({ file, asked, declared, rows, ...more });

const [hundred, each500] = [{ each: 100 }, { each: 500 }];
const confirmed = { twoWays: 'national' };
const [french1, french2] = ['33639980101 500', '33639980102 500'];
const german = ['4915123456789 500', '4917604069001 250'];

/** Lists as people upload them; people and numbers are invented. */
export const exportedLists: ExportedList[] = [
	list(
		'hubspot.csv',
		['phoneColumn 6'],
		{ phoneColumn: 'Mobile Phone Number' },
		[french1, french2],
		each500,
	),
	list('shopify.csv', [], {}, [french1, french2], each500),
	list('google.csv', [], {}, [french1, 'row 3'], each500),
	list('fr.csv', ['country'], { country: 'FR', decimal: 'comma', gigabyte: '1024' }, [
		'33639980101 1536',
		'33639980102 2048',
	]),
	list('de.csv', ['country'], { country: 'DE' }, ['4915123456789 1024', '4915123456780 500']),
	list('rs.csv', ['country'], { country: 'RS' }, ['381641234567 500', '381641234568 500']),
	list('es.csv', ['country'], { country: 'ES' }, ['34612345678 500', '34612345679 500']),
	list('pt.csv', ['country', 'decimal'], { country: 'BR', decimal: 'comma' }, [
		'5511912345678 1024',
		'5511912345679 512',
	]),
	list('ke.csv', ['country'], { country: 'KE' }, [
		'254712345678 1024',
		'254712345679 500',
		'254712345670 250',
	]),
	list('us.csv', ['country'], { country: 'US' }, ['12025550123 1024', '12025550124 2048']),
	list(
		'nohead.csv',
		['firstRow customer', 'phoneColumn', 'amountColumn'],
		{
			firstRow: 'customer',
			phoneColumn: '1',
			amountColumn: '2',
			country: 'international',
			unit: 'MB',
		},
		[french1, french2],
	),
	list(
		'br-51-digits.csv',
		['country'],
		{ country: 'BR' },
		['5551987654321 100', '5551991234567 100', '5551981112222 100'],
		{ ...hundred, confirmed },
	),
	list(
		'de-one-zero-lost.csv',
		['country'],
		{ country: 'DE' },
		['4915123456789 100', '4915123456788 100', '4917604069001 100'],
		{ ...hundred, confirmed },
	),
	list(
		'id-one-zero-lost.csv',
		['country'],
		{ country: 'ID' },
		['6281234567890 100', '6281234567891 100', '6281234567893 100'],
		{ ...hundred, confirmed },
	),
	list(
		'woo-residence.csv',
		['twoWays international'],
		{ country: 'international' },
		[
			'33612345678 100',
			'4915123456789 100',
			'4915123456789 100',
			'33612345679 100',
			'12125550123 100',
		],
		hundred,
	),
	list('format-plus49.xlsx', [], {}, german),
	list('format-gb.xlsx', [], { country: 'DE' }, ['4915123456789 500', '4917604069001 2048']),
	list('gb-validity.csv', ['amountColumn'], { megabytes: '100', amountColumn: '-' }, [
		'33612345678 100',
		'33612345679 100',
	]),
	list('gb-or-mb.csv', ['unit'], { unit: 'MB' }, ['33612345678 500']),
	list('store-phone.csv', ['phoneColumn'], { phoneColumn: 'Recipient' }, [
		'33612345679 100',
		'33612345680 100',
	]),
	list('equals-quoted.csv', ['country'], { country: 'DE' }, german),
	list('mx-521.csv', [], { country: 'MX' }, [
		'525512345678 500',
		'525512345679 250',
		'525512345670 100',
	]),
	list('numbers-summary.xlsx', [], { country: 'DE' }, ['4915123456789 500']),
];

/** The settings of a list, as a program sends them to the desk. */
export function chosenFields({ each }: ExportedList, answers: Record<string, string> = {}) {
	return { ...(each !== undefined && { megabytes: String(each) }), ...answers };
}

/** The bytes of a list. */
export function exportedFile(file: string): Buffer {
	return readFileSync(join(__dirname, 'lists', file));
}
