import { openCsv } from '../../lists/csv';
import { listSettingNames, type ChosenSettings } from '../../lists/readingSettings';
import { settingChoicesOf } from '../../lists/settingChoices';
import type { Question } from '../../lists/readingSettings';
import { readRows } from '../support/readLists';

interface Chosen extends ChosenSettings {
	defaultAmount?: number;
}

/** The questions about a list, all of it read, and why it is refused. */
function readBy(text: string, chosen: Chosen): { asked: Question[]; refusal?: string } {
	const { questions: asked, refusal } = readRows(openCsv([text]).records, chosen);
	return { asked, refusal: refusal?.message };
}

/** All that can be said in answer to a question. */
function answersTo(field: Question['field'], width: number): string[] {
	const columns = Array.from({ length: width }, (_, at) => String(at + 1));
	if (field === 'phoneColumn') return columns;
	if (field === 'amountColumn') return [...columns, '-'];
	if (field === 'flags') return ['1: yes', '-'];
	if (field === 'country') return ['international', 'DE', 'FR', 'US'];
	return field === 'sheet' ? [] : settingChoicesOf(field).map(([value]) => value);
}

/** Answers each question in each way, one after the other. @returns how often something was answered */
function answerAll(text: string, chosen: Chosen, width: number): number {
	const before = readBy(text, chosen);
	let answered = 0;
	for (const { field, text: words } of before.asked) {
		for (const answer of answersTo(field, width)) {
			const withAnswer = { ...chosen, [field]: answer };
			const { asked, refusal } = readBy(text, withAnswer);
			expect({ withAnswer, asked: asked.map((question) => question.field) }).toEqual({
				withAnswer,
				asked: expect.not.arrayContaining([field]) as string[],
			});
			expect({ withAnswer, refusal }).not.toEqual({ saidNow: withAnswer, refusal: words });
			answered += 1;
			// All ways of the first question lead on to the others.
			if (field === before.asked[0]?.field) answered += answerAll(text, withAnswer, width);
		}
	}
	return answered;
}

const [p, q] = ['+4915123456789', '+33612345678'];

const lists: [text: string, chosen: Chosen, fewest: number][] = [
	[`Phone,Data\n${p},500\n${q},2`, {}, 2],
	[`Phone,Data GB\n${p},1.024\n${q},2`, {}, 2],
	[`Phone,Volume (GB or MB)\n${p},500`, {}, 2],
	[`Phone,GB validity (days)\n${p},30`, {}, 3],
	[`Phone,GB plan\n${p},1.500`, {}, 4],
	[`Phone,GB,MB\n${p},1,1000`, {}, 4],
	[`Phone,MB\n${p},500`, { defaultAmount: 100 }, 3],
	[`Store phone,Recipient,MB\n${p},${q},500`, {}, 3],
	[`Mobile plan,x,Data\n10 GB,${p},500`, {}, 3],
	[`Phone,Mobile,Data\n${p},${q},1.500`, {}, 9],
	[`x,y,z\n0151 12345678,${q},1`, {}, 9],
	[`Handy,MB\n0151 12345678,500\n15112345679,500\n33612345678,500`, {}, 4],
	[`Handy,MB\n0151 12345678,500\n33612345678,500`, { country: 'DE' }, 2],
	[`${p},500,1.500\n${q},500,2`, {}, 6],
	['a,b\nc,d', {}, 4],
];

const widthOf = (text: string) => (text.split('\n')[0] ?? '').split(',').length;

test.each(lists)(
	'each answer to a question of %j is final, with %j chosen',
	(text, chosen, fewest) => {
		expect(answerAll(text, chosen, widthOf(text))).toBeGreaterThanOrEqual(fewest);
	},
);

test.each(lists)('nothing that is chosen for %j is asked, with %j chosen', (text, chosen) => {
	for (const field of listSettingNames) {
		for (const answer of answersTo(field, widthOf(text))) {
			const { asked } = readBy(text, { ...chosen, [field]: answer });
			expect(asked.map((question) => question.field)).not.toContain(field);
		}
	}
});

test('a unit that is said goes before one in the name of the column', () => {
	const { records } = openCsv([`Phone,Data GB\n${p},500`]);
	expect(readRows(records, { unit: 'MB' }).rows).toMatchObject([{ megabytes: 500 }]);
});
