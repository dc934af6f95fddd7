import { readInTurns } from '../../lists/readList';
import { finished } from '../../lists/turns';
import {
	answersFor,
	sha256Of,
	isApproved,
	listPage,
	type CheckedList,
} from '../../nodes/MobileDataCampaign/listCheck';
import { chosenIn, type Answers } from '../../nodes/MobileDataCampaign/listFields';
import type { InputError } from '../../platform/input';

/** A list as Check List reads it. */
function listOf(text: string, answers: Answers = {}): CheckedList {
	const bytes = Buffer.from(text);
	const { megabytes, ...chosen } = chosenIn(answers);
	const defaultAmount = megabytes === undefined ? undefined : Number(megabytes);
	const file = { fileName: 'list.csv', bytes };
	const read = () => finished(readInTurns({ ...chosen, file, defaultAmount }));
	const wrong = (error: unknown) => error as InputError;
	return { answers, campaign: 'spring', fileHash: sha256Of(bytes), read: orError(read, wrong) };
}

function orError<Read>(read: () => Read, wrong: (error: unknown) => InputError): Read | InputError {
	try {
		return read();
	} catch (error) {
		return wrong(error);
	}
}

interface Field {
	fieldName: string;
	fieldType?: string;
	fieldLabel: string;
	fieldValue?: string;
	defaultValue?: string;
	fieldOptions?: { values: { option: string }[] };
}

/** The fields that a page sends: each as it is, or with another answer. */
function sentFrom(list: CheckedList, changes: Answers = {}): Answers {
	const fields = JSON.parse(listPage(list).fields) as Field[];
	const kept = fields.map(({ fieldName, fieldValue, defaultValue = '' }) => {
		return [fieldName, fieldValue ?? defaultValue];
	});
	return { ...Object.fromEntries(kept), ...changes };
}

function pageOf(list: CheckedList) {
	const { title, message, fields } = listPage(list);
	const all = JSON.parse(fields) as Field[];
	const plain = message.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
	const words = plain.replace(/<[^>]*>/g, '|').replace(/[\s|]*\|[\s|]*/g, '|');
	const asked = all.filter(({ fieldType }) => fieldType !== 'hiddenField');
	return { title, words, asked: asked.map(({ fieldName }) => fieldName) };
}

const good = 'Kunde;Telefon;MB\nAda;+33639980011;500\nBo;+33639980012;250\nAda;+33639980011;500\n';
const give = 'Give 750 MB to 2 customers';

describe('the page before the gifts', () => {
	it('shows what would be given: each number once, with its row', () => {
		const { title, words, asked } = pageOf(listOf(good));
		expect(title).toBe(`${give}?`);
		expect(words).toContain('Campaign spring.');
		expect(words).toContain('|2|Ada|+33639980011|500 MB|3|Bo|+33639980012|250 MB|');
		expect(words).not.toContain('|4|');
		expect(asked).toEqual(['next']);
	});

	it('shows the first five rows, and says that these are not all', () => {
		const rows = Array.from({ length: 6 }, (_, n) => `+3363998001${n};10`).join('\n');
		const { words } = pageOf(listOf(`phone;MB\n${rows}`));
		expect(words).toContain('|The first 5 of 6 gifts|');
		expect(words).toContain('+33639980014');
		expect(words).not.toContain('+33639980015');
	});

	it('names the columns that are not used, and the rows that get nothing with their reasons', () => {
		const { title, words } = pageOf(listOf('phone;MB;Farbe\n+33639980011;5;rot\n12;5;x\n'));
		expect(title).toBe('Give 5 MB to 1 customer?');
		expect(words).toContain('Other columns: Farbe.');
		expect(words).toContain('|1 row gets nothing|');
		expect(words).toContain('the last page has your list with its results');
		expect(pageOf(listOf(good)).words).not.toContain('the last page');
		const total = pageOf(listOf('Name;Telefon;MB\nAda;+33639980011;5\nSumme;;5\n')).words;
		expect(total).toContain('|3|Summe|The row is a total, and no customer. Leave it as it is:');
		expect(words).toMatch(/\|3\|12\|'Phone Number' \S.*\./);
	});

	it.each<[string, string, Answers, string]>([
		[
			'numbers that are landlines of the country that was said',
			'Handy;MB\n06 39 98 40 12;5\n07700 900123;5\n0176 04069001;7\n',
			{ country: 'Germany' },
			"|2 numbers are of a landline or of another kind that isn't mobile: rows 2, 3.|",
		],
		[
			'an amount far above the others',
			'Handy;MB\n+4917604069001;5\n+4917604069002;5\n+4917604069003;5000\n',
			{},
			'|1 amount is at least 100 times the median of 5 MB: row 4.|',
		],
		[
			'rows above the column names',
			'Liste vom Mai\nHandy;MB\n+4917604069001;5\n',
			{},
			"|1 row above the column names isn't read.|",
		],
	])('warns before anything is given of %s', (_, text, answers, warning) => {
		const { words, asked } = pageOf(listOf(text, answers));
		expect(words).toContain(warning);
		expect(words.indexOf(warning)).toBeLessThan(words.indexOf('|The gifts|'));
		expect(asked).toEqual(['next']);
	});

	it('counts the numbers of the countries as the customers, each number once', () => {
		const { words } = pageOf(listOf(`${good}Cy;+4917604069001;5\n`));
		expect(words).toContain(
			'France (+33): 2 numbers, Germany (+49): 1 number. 1 duplicate left out.',
		);
	});

	it.each<[string, string, Answers, string, string, string[]]>([
		[
			'the column of phone numbers as that of the amounts',
			'Kunde;Handy;Guthaben\nAda;+33639980011;5\nBo;+33639980012;5\n',
			{ amountColumn: '2: Handy' },
			"'Amount Column' can't be “Handy”, which has the phone numbers",
			'Choose another column. Nothing has been given.',
			['amountColumn', 'list'],
		],
		['an empty file', '', {}, 'The list is empty', 'Nothing has been given', ['list']],
		['a header alone', 'phone;MB\n', {}, 'The list has no rows', '', ['list']],
		[
			'a column that is not there',
			good,
			{ phoneColumn: 'Handy' },
			"'Phone Column' must be the name or the number of a column",
			'Nothing has been given',
			['phoneColumn', 'list'],
		],
		[
			'a list without amounts',
			'phone\n+33639980011\n',
			{},
			'1 question about your list',
			'Your file is kept',
			['amountColumn', 'unit', 'megabytes', 'list'],
		],
		[
			'two doubts',
			'Handy;Datenmenge\n0176 04069001;1,5\n0176 04069002;2\n',
			{},
			'2 questions about your list',
			'',
			['country', 'unit', 'list'],
		],
	])('for %s', (_, text, answers, title, words, asked) => {
		const page = pageOf(listOf(text, answers));
		expect(page).toMatchObject({ title, asked });
		expect(page.words).toContain(words);
	});

	it('changes how a list is read with what was said before', () => {
		const list = listOf(good, { country: 'Germany' });
		const answers = sentFrom(list, { next: 'Change the list, or how it is read' });
		const { title, asked } = pageOf({ ...list, answers });
		expect(sentFrom({ ...list, answers })).toMatchObject({ country: 'Germany' });
		expect(title).toBe('Change the list, or how it is read');
		expect(asked).toEqual(expect.arrayContaining(['megabytes', 'country', 'unit', 'list']));
	});

	it('without a row shows why, and everything that can be changed', () => {
		const { title, words, asked } = pageOf(listOf('phone;MB\n12;5\n'));
		expect(title).toBe('No row of the list gets a gift');
		expect(words).toContain('|1 row gets nothing|');
		expect(asked).toContain('country');
	});

	it('is text, whatever the file has, and nothing that n8n reads as its own', () => {
		const evil = '<img src=x>{{ $json.a }}';
		const { title, message, fields } = listPage(listOf(`phone;MB;${evil}\n+33639980011;5;x\n`));
		expect(message).not.toMatch(/<img|\{\{|\n/);
		expect(`${title}${fields}`).not.toContain('$');
		const asked = listPage(listOf(`phone;${evil}\n+33639980011;x\n`)).fields;
		expect(asked).not.toContain('$');
	});
});

describe('a list', () => {
	const shown = listOf(good);
	const approved = sentFrom(shown, { next: give });

	it.each<[string, string, Answers, boolean]>([
		['was shown, and somebody said to give it', good, approved, true],
		['was not shown', good, { next: give }, false],
		['was shown, and nothing was said', good, sentFrom(shown), false],
		['is read in another way than was shown', good, { ...approved, megabytes: '9' }, false],
		['is another one than was shown', `${good}Cy;+33639980013;1\n`, approved, false],
		['gives something else than was said', good, { ...approved, next: 'Give 1 MB' }, false],
		['has a question', 'Handy;MB\n0176 04069001;5\n0176 04069002;5\n', approved, false],
		['has no row', 'phone;MB\n', approved, false],
	])('that %s', (_, text, answers, isGiven) => {
		expect(isApproved(listOf(text, answers))).toBe(isGiven);
	});

	it('of another file has none of the answers about the columns of the first', () => {
		const list = listOf('Handy;Punkte\n+33639980011;5\n');
		const answers = sentFrom(list, { amountColumn: '2: Punkte', unit: 'GB', country: 'Germany' });
		expect(answersFor(list.fileHash, answers)).toMatchObject({ amountColumn: '2: Punkte' });
		const other = answersFor(sha256Of('Punkte;Handy\n5;+33639980011\n'), answers);
		expect(chosenIn(other)).toEqual({ unit: 'GB', country: 'DE' });
	});

	it('whose column was asked for has its unit asked for as well, and takes both at once', () => {
		const text = 'Name;Guthaben\n+33639980011;2\n';
		const list = listOf(text, { country: 'France', phoneColumn: '1: Name' });
		expect(pageOf(list).asked).toEqual(['amountColumn', 'unit', 'megabytes', 'list']);
		const chosen = { amountColumn: '2: Guthaben', unit: 'GB' };
		expect(pageOf(listOf(text, sentFrom(list, chosen))).title).toBe('Give 2,048 MB to 1 customer?');
	});

	it('names the questions that are still without an answer, each at its field', () => {
		const text = 'Handy;Datenmenge\n0176 04069001;1,5\n0176 04069002;2\n';
		const first = listOf(text);
		const labelsOf = (list: CheckedList) =>
			(JSON.parse(listPage(list).fields) as Field[]).map(({ fieldLabel }) => fieldLabel);
		expect(labelsOf(first).join()).not.toContain('Still');
		const second = listOf(text, sentFrom(first, { country: 'Germany' }));
		expect(pageOf(second).title).toBe('1 question still without an answer');
		expect(labelsOf(second)[0]).toMatch(/^Still without an answer: 2 amounts/);
		const other = listOf(`${text}0176 04069003;2\n`, sentFrom(first));
		expect(pageOf(other).title).toBe('2 questions about your list');
	});

	it('of numbers of several countries asks for a column, or for their codes', () => {
		const list = listOf('Handy;MB\n0176 04069001;5\n06 39 98 40 12;5\n');
		const [field] = JSON.parse(listPage(list).fields) as Field[];
		expect(field?.fieldLabel).toMatch(/Which country are they from\? If they differ, add a column/);
		const own = 'Handy;country;MB\n0176 04069001;DE;5\n06 39 98 40 12;FR;5\n';
		const { words } = pageOf(listOf(own, { twoWays: 'Of the Country' }));
		expect(words).toContain('Germany (+49): 1 number, France (+33): 1 number.');
	});

	it('counts a number that is in no numbering plan once, however many rows have it, and none that is kept for fiction', () => {
		const rows = '+33700000011;5\n'.repeat(3);
		const { words } = pageOf(listOf(`phone;MB\n${rows}+33700000012;5\n+33639980013;5\n`));
		expect(words).toContain('|2 numbers are in no numbering plan: rows 2, 5.');
	});

	it('keeps the answers that a page does not ask for until it is given', () => {
		const text = 'Name;Handy;Guthaben\nAda;0176 04069001;1,5\nBo;0176 04069002;2\n';
		const first = listOf(text);
		expect(pageOf(first).asked).toEqual(['amountColumn', 'country', 'unit', 'megabytes', 'list']);
		const chosen = { country: 'Germany', amountColumn: '3: Guthaben' };
		const second = listOf(text, sentFrom(first, chosen));
		expect(pageOf(second).asked).toEqual(['unit', 'list']);
		const third = listOf(text, sentFrom(second, { unit: 'GB' }));
		expect(pageOf(third).title).toBe('Give 3,584 MB to 2 customers?');
		const last = sentFrom(third, { next: 'Give 3,584 MB to 2 customers' });
		expect(isApproved(listOf(text, last))).toBe(true);
	});
});
