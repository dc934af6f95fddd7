import { storedText } from '../../../platform/say';
import { openCsv } from '../../../lists/csv';
import type { ListReport } from '../../../lists/list';
import { readingWords } from '../../../lists/reading';
import type { BadRow, ListRow } from '../../../lists/row';
import { finished } from '../../../lists/turns';
import { listOf } from '../../../lists/readList';
import type { CampaignScenario } from './scenario';

type ScenarioRow = CampaignScenario['rows'][number];

/** A list as it was read, with the country and the words of the reading that an approval covers. */
export interface SimulatedList {
	rows: ListRow[];
	bad: BadRow[];
	list: ListReport;
	country: string;
	reading: string;
}

/** The country of numbers without a code. */
const country = 'AT';

/** Writes a list as people have it, and reads it with the declared country. */
export function readList(rows: ScenarioRow[]): SimulatedList {
	const lines = rows.map((row) => {
		const amount = row.kind === 'unread' ? 'many' : row.megabytes;
		return `${writtenNumber(row)};${amount};XZ_SANDBOX`;
	});
	const text = ['Mobile;MB;Operator', ...lines].join('\n');
	const list = finished(listOf({ country }, { records: openCsv([text]).records }));
	const { rows: good, bad, report, refusal, opened } = list;
	if (refusal || !opened) throw new Error(`${refusal?.message}: ${text}`);
	const { reading } = opened;
	const words = storedText(readingWords(reading, report.columns, []));
	return { rows: good, bad, list: report, country: reading.country, reading: words };
}

/** E.164 without the plus sign. */
export function phoneOf({ code, who }: Pick<ScenarioRow, 'code' | 'who'>): string {
	const length = code.startsWith('1') ? 11 : code.startsWith('64') ? 10 : 12;
	return `${code}${String(who).padStart(length - code.length, '5246')}`;
}

function writtenNumber(row: ScenarioRow): string {
	if (row.kind === 'badInput') return '0660';
	const phone = phoneOf(row);
	const national = phone.slice('43'.length);
	if (!phone.startsWith('43')) return `+${phone}`;
	return {
		international: `+${phone}`,
		code: phone,
		national: `0${national.slice(0, 3)}/${national.slice(3)}`,
		withoutZero: national,
	}[row.writing];
}
