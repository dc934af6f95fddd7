import { inEnglish } from '../../platform/say';
import { openCsv } from '../../lists/csv';
import { markTestOf } from '../../lists/marks';
import { readSteps } from '../../lists/readSteps';
import { finished } from '../../lists/steps';
import { alike, gives } from '../support/examples';
import { readRows } from '../support/readLists';
import { written } from './workbook/written';

const marks = (name: string, cell: unknown) => markTestOf(name)?.(cell) ?? false;

gives('whether a cell marks its row to get nothing', marks, [
	['Opt-out', 'yes', true],
	['Opt-out', 'no', false],
	['opt_out_flag', 'TRUE', true],
	['HasOptedOutOfSMS', '1', true],
	['Do not contact', 'x', true],
	['DNC', '✓', true],
	['Is blocked', 'Y', true],
	['Unsubscribed at', '2026-01-05', true],
	['Date of death', '03.01.2025', true],
	['Kontaktsperre', 'Ja', true],
	['Verstorben', 'nein', false],
	['Désinscrit', 'Oui', true],
	['No contactar', 'sí', true],
	['Não contatar', 'sim', true],
	['Deceduta', 'sì', true],
	['Consent', 'No', true],
	['Consent', 'yes', false],
	['SMS opt-in', 'FALSE', true],
	['OPTIN_TIME', '2026-01-05 10:11:12', false],
	['Einwilligung', 'nein', true],
	['Active', 'no', true],
	['Inactive', 'no', false],
	['Inactive', 'yes', false],
	['Status', 'Cancelled', true],
	['Status', 'active', false],
	['Account status', 'suspended', true],
	['Kundenstatus', 'gekündigt', true],
	['Statut du client', 'résiliée', true],
	['Notes', 'DO NOT CONTACT', true],
	['Notes', 'please do call', false],
	// They are about something else.
	['Email opt-out', 'yes', false],
	['Opt-out link', 'https://shop.example/x', false],
	['Order status', 'canceled', false],
	['Accepts SMS Marketing', 'no', false],
	['Blocked', 'card', false],
	['City', 'Stop', false],
]);

/** The questions on a list, or its rows; each gets 5 MB. */
const endOf = (text: string, markedRows?: string): string[] => {
	const list = readRows(openCsv(text).records, { defaultAmount: 5, markedRows });
	if (list.questions.length > 0) return list.questions.map((question) => inEnglish(question.text));
	return [...list.rows.map(({ phone }) => phone), ...list.bad.map(({ reason }) => reason)];
};

const [p, q] = ['33639980101', '33639980102'];
const list = (head: string, one: string, other: string) =>
	`Phone,${head}\n+${p},${one}\n+${q},${other}`;
const optOuts = list('Opt-out,Status', 'no,active', 'yes,active');

gives('a list with marked rows', endOf, [
	[
		optOuts,
		undefined,
		['1 row may be marked to get nothing: “Opt-out” says “yes”. Leave them out?'],
	],
	[optOuts, 'leaveOut', [p, '“Opt-out” says to give nothing to the row']],
	[optOuts, 'give', [p, q]],
	[
		list('Deceased,Notes', ',vip', ',deceased'),
		'leaveOut',
		[p, '“Notes” says to give nothing to the row'],
	],
	...alike<string>(
		[p, q],
		list('Opt-out,Status', 'no,active', ',new'),
		list('Name,City', 'Stop,x', 'Dead,yes'),
	).map(([text, end]): [string, undefined, string[]] => [
		text as string,
		undefined,
		end as string[],
	]),
]);

test('a row that the spreadsheet hides is asked about, and left out as proposed', () => {
	const cells = (...texts: string[]) =>
		texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
	const bytes = written(
		`<row>${cells('Phone', 'MB')}</row><row>${cells(`+${p}`, '5')}</row><row hidden="1">${cells(`+${q}`, '5')}</row>`,
	);
	const readAs = (markedRows?: string) =>
		finished(readSteps({ markedRows, file: { fileName: 'list.xlsx', bytes } }));
	const { questions, file } = readAs();
	expect(questions).toMatchObject([{ field: 'markedRows', proposed: 'leaveOut' }]);
	expect(inEnglish(questions[0]?.text ?? '')).toContain('the spreadsheet hides the row');
	expect(file?.hiddenRows).toBe(1);
	const left = readAs('leaveOut');
	expect(left.rows.map(({ phone }) => phone)).toEqual([p]);
	expect(left.bad).toMatchObject([{ row: 3, reason: 'The spreadsheet hides the row' }]);
	expect(left.file).not.toHaveProperty('hiddenRows');
	expect(readAs('give').rows.map(({ phone }) => phone)).toEqual([p, q]);
});
