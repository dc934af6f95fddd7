import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { Cell } from './cell';
import type { FileScenario, PhoneWay } from './scenario';
import { isValidAbroad, mayBeOf, planOfFrance, type PhoneNumber } from './truth';

type Phones = FileScenario['phones'];

/** A number as a system writes it. */
export interface WrittenPhone {
	cell: Cell;
	/** Whether a person who knows how the system writes can read it. */
	isClear: boolean;
	/** Whether it has the form for dialing within its country. */
	isDialed: boolean;
}

interface Ways {
	phones: Phones;
	/** Whether it's of the list's first country. */
	isHome: boolean;
	home: string;
	/** Whether the customer lives in the number's country. */
	livesThere: boolean;
	/** The calling codes of all customers. */
	codes: ReadonlySet<string>;
	style: number;
	isWorkbook: boolean;
}

/** Writes a number in the way of a system. */
export function writtenPhone(number: PhoneNumber, ways: Ways): WrittenPhone {
	const { phones } = ways;
	const form = formOf(number, ways);
	const text = textOf(number, form, phones);
	// A number dialed within the plan of France may belong to any of its departments.
	const isOwn = ways.isHome || form === 'plus' || form === 'plain' || isOfColumn(phones.way);
	const isClear = isOwn && (form !== 'zeroLost' || readsBack(text, number));
	const isDialed = form === 'dialed';
	if (/^\d+$/.test(text) && phones.damage === 'exponent' && text.length > 9) {
		return { cell: exponent(text), isClear: false, isDialed };
	}
	const isDamaged = /^[1-9]\d+$/.test(text) && phones.damage === 'pointZero';
	const stored = ways.isWorkbook ? storedCell(text, number, phones) : textCell(text, phones);
	return { cell: isDamaged ? `${text}.0` : stored, isClear, isDialed };
}

const areOfFrance = (...regions: string[]) =>
	regions.every((region) => planOfFrance.some((own) => own === region));
const isOfColumn = (way: PhoneWay) => way.startsWith('ofColumn');

/** Whether digits begin with the code of other customers: behind a plus sign it proves that these are numbers like theirs. */
function repeatsCode(digits: string, { code }: PhoneNumber, codes: ReadonlySet<string>): boolean {
	const isOther = [...codes].some((other) => other !== code && digits.startsWith(other));
	return isOther && isValidAbroad(digits);
}

type Form = 'plus' | 'plain' | 'dialed' | 'zeroLost';

/** The form of the number, chosen so that it has only one true reading. */
function formOf(number: PhoneNumber, ways: Ways): Form {
	const { phones, livesThere, style, home } = ways;
	const { way } = phones;
	const isHome = ways.isHome || (way === 'dialed' && areOfFrance(number.region, home));
	const wanted = wantedForm(way, isHome, livesThere, style);
	// Without a zero in front it looks like the others.
	const isMarked = way !== 'mixedResidence' || dialedOf(number).startsWith('0');
	if (wanted === 'dialed' && !(isMarked && canBeDialed(number))) return 'plus';
	if (wanted === 'zeroLost' && !isOneNumber(number)) return 'plus';
	const left = wanted === 'dialed' ? dialedOf(number) : withoutZeroOf(number);
	if (wanted !== 'plain' && repeatsCode(left, number, ways.codes)) return 'plus';
	// A number without its code may begin with the same digits as the code.
	const isMixed = way === 'mixed' || way === 'plainOfColumn' || way === 'mixedResidence';
	if (wanted === 'plain' && isMixed && mayBeOf(number.msisdn, number.region)) return 'plus';
	return wanted;
}

function wantedForm(way: PhoneWay, isHome: boolean, livesThere: boolean, style: number): Form {
	const forms: Record<PhoneWay, Form> = {
		plus: 'plus',
		plain: 'plain',
		dialed: isHome ? 'dialed' : 'plus',
		zeroLost: isHome ? 'zeroLost' : 'plus',
		mixed: isHome ? ((['zeroLost', 'plain', 'plus'] as const)[style % 3] ?? 'plus') : 'plus',
		ofColumn: 'dialed',
		ofColumnZeroLost: 'zeroLost',
		plainOfColumn: 'plain',
		plainResidence: 'plain',
		mixedResidence: isHome && livesThere && style % 2 === 1 ? 'dialed' : 'plain',
	};
	return forms[way];
}

/** The digits as they're dialed within the country. */
function dialedOf({ msisdn, national }: PhoneNumber): string {
	return parsePhoneNumberFromString(`+${msisdn}`)?.formatNational().replace(/\D/g, '') ?? national;
}

/** Without the zero that a spreadsheet takes off; where none is dialed, the number itself. */
function withoutZeroOf(number: PhoneNumber): string {
	const dialed = dialedOf(number);
	return dialed.startsWith('0') ? dialed.replace(/^0+/, '') : number.national;
}

function canBeDialed(number: PhoneNumber): boolean {
	const dialed = dialedOf(number);
	// Without a zero it may be international.
	const isMarked = dialed.startsWith('0') || !isValidAbroad(dialed) || dialed === number.national;
	return isMarked && isNumber(dialed, number);
}

const isNumber = (dialed: string, { region, msisdn }: PhoneNumber) =>
	parsePhoneNumberFromString(dialed, region)?.number === `+${msisdn}`;

function readsBack(text: string, number: PhoneNumber): boolean {
	const digits = text.replace(/\D/g, '');
	const ways = [digits, `0${digits}`].map((dialed) =>
		parsePhoneNumberFromString(dialed, number.region),
	);
	const valid = ways.filter((parsed) => parsed?.isValid()).map((parsed) => parsed?.number);
	return new Set(valid).size === 1;
}

/** Whether the digits without the zero are still read as this number, and not as a number with its code in front. */
function isOneNumber(number: PhoneNumber): boolean {
	const left = withoutZeroOf(number);
	if (!isNumber(left, number) && !isNumber(`0${left}`, number)) return false;
	return !(left.startsWith(number.code) && isValidAbroad(left));
}

function textOf(number: PhoneNumber, form: Form, phones: Phones): string {
	const { plus, group, cell } = phones;
	const before = cell === 'equals' ? '' : phones.before;
	const { code, national } = number;
	const one = phones.oldOne && code === '52' ? '1' : '';
	const texts: Record<Form, () => string> = {
		plus: () => {
			// In a country whose numbers begin with a 0 of their own, a 0 in brackets is doubtful.
			const isTrunk = !examples[number.region].startsWith('0');
			const isZero = isTrunk && dialedOf(number) === `0${national}`;
			const zero = group === '(0)' && isZero ? '(0)' : '';
			if (group === '') return `${plus}${code}${one}${national}`;
			return `${plus}${[code, one, zero + grouped(national, group)].filter(Boolean).join(' ')}`;
		},
		plain: () =>
			group === ' ' ? `${code} ${grouped(one + national, ' ')}` : `${code}${one}${national}`,
		dialed: () => groupedDialed(dialedOf(number), group),
		zeroLost: () => withoutZeroOf(number),
	};
	const text = texts[form]();
	// These two stand in front of a plus sign only.
	const isOfLinks = before === 'whatsapp:' || before === 'p:';
	return isOfLinks && !text.startsWith('+') ? text : before + text;
}

/** In three groups, the last one with at least four digits: less may be an extension. */
function grouped(digits: string, group: string): string {
	const sign = group === '()' || group === '(0)' ? ' ' : group;
	if (sign === '' || digits.length < 9) return digits;
	return [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)].join(sign);
}

function groupedDialed(dialed: string, group: string): string {
	if (group === '' || dialed.length < 9) return dialed;
	const area = dialed.slice(0, 3);
	const rest = dialed.slice(area.length);
	const tail = `${rest.slice(0, 3)}${group === '/' ? '' : group === '-' ? '-' : ' '}${rest.slice(3)}`;
	if (group === '()') return `(${area}) ${tail}`;
	return `${area}${group === '(0)' ? ' ' : group}${tail}`;
}

function exponent(digits: string): string {
	return Number(digits).toExponential(5).toUpperCase();
}

function textCell(text: string, { cell }: Phones): Cell {
	return cell === 'equals' ? `="${text}"` : text;
}

/** As a workbook stores what it shows: a number, where nothing is lost. */
function storedCell(text: string, { code }: PhoneNumber, { cell }: Phones): Cell {
	if (cell === 'equals') return { formula: text };
	if (cell === 'text') return text;
	const isDigits = /^[1-9]\d{5,14}$/.test(text);
	if (isDigits) return { number: Number(text), format: cell === 'format' ? '0' : 'General' };
	if (cell === 'number') return text;
	const own = text.startsWith(`+${code}`) ? text.slice(code.length + 1) : '';
	if (/^[1-9]\d+$/.test(own)) {
		return cell === 'padded'
			? { number: Number(code + own), format: '"+"0' }
			: { number: Number(own), format: `"+${code}"0` };
	}
	if (!/^0[1-9]\d+$/.test(text)) return text;
	const format = cell === 'padded' ? '0'.repeat(text.length) : '"0"0';
	return { number: Number(text), format };
}
