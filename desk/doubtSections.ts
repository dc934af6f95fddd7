import { buttons } from '../campaign/change';
import { rowTable } from './figureSections';
import { nameField } from './formFields';
import { count, number } from '../platform/figureWords';
import type { Report } from './report';
import { link, text, type Form, type Section, type SectionPart } from './sections';
import { say, translated } from '../platform/say';

/** The first rows in doubt, and the ways to learn or decide what became of them. */
export function doubtSections(report: Report, address: string): Section[] {
	const { results, buttons: shown } = report;
	const own = (['checkAgain'] as const).filter((button) => shown.includes(button));
	const settle = { words: say`Settle…`, address: `${address}&view=settle` };
	const links = shown.includes('countGiven') ? [settle] : [];
	if (own.length + links.length === 0) return [];
	const { rows } = results.inDoubt;
	const words = say`The platform gave no clear response. “${translated(buttons.checkAgain)}” looks each row up, and gives to those without a gift.`;
	const where =
		rows > 0
			? ` ${say`Each row is also looked up automatically, for 2 minutes. The list with its results names these rows.`}`
			: '';
	const title = rows > 0 ? say`${number(rows)} in doubt` : say`Rows that may have been sent`;
	const form: Form = { kind: 'form', address, buttons: own.map((action) => ({ action })), links };
	const parts = [text(`${words}${where}`), ...doubtRows(report, address), form];
	return [{ name: 'inDoubt', title, parts }];
}

/** The first rows in doubt, and where the others are. */
function doubtRows({ inDoubtRows, results }: Report, address: string): SectionPart[] {
	const { rows } = results.inDoubt;
	if (inDoubtRows.length === 0) return [];
	const file = link(say`Download the list with its results`, `${address}&format=file`);
	const others = rows > inDoubtRows.length ? [file] : [];
	return [rowTable(say`Rows in doubt`, inDoubtRows, rows), ...others];
}

/** Asks before rows in doubt are settled: says what each button means for customers, and asks for a name. */
export function settleSections(report: Report, address: string): Section[] {
	if (!report.buttons.includes('countGiven')) return [];
	const { rows } = report.results.inDoubt;
	const [given, failed] = [translated(buttons.countGiven), translated(buttons.countFailed)];
	const retry = translated(buttons.retry);
	const all = say`Your decision is for all rows in doubt, and can't be undone. First ask your operator or the customers whether the data arrived.`;
	const ifGiven = say`“${given}”: nothing is sent for these rows any more. A customer whose data didn't arrive gets nothing.`;
	const ifFailed = say`“${failed}”: nothing is sent now. “${retry}” would look each row up, and give to those without a gift at the platform. A customer whose gift the platform doesn't show would get it twice.`;
	const form: Form = {
		kind: 'form',
		address,
		fields: [nameField()],
		buttons: [
			{ action: 'countGiven', look: 'second' },
			{ action: 'countFailed', look: 'second' },
		],
		links: [{ words: say`Back`, address }],
	};
	const parts = [text(all), ...doubtRows(report, address), text(ifGiven), text(ifFailed), form];
	return [{ name: 'settle', title: say`Settle ${count(rows, 'row')} in doubt`, parts }];
}
