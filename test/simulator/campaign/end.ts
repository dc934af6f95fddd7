import { isDecided } from '../../../campaign/changeRows';
import { Results } from '../../../campaign/results';
import type { Campaign, LeftOut, Piece, Row } from '../../../campaign/types';
import { isNeverLoud } from './calendar';
import type { Model } from './model';
import type { Tables } from './store';
import type { Truth } from './truth';
import { inEnglish } from '../../../platform/say';

/** A campaign that has ended, and all that it's compared with. */
interface Ended {
	campaign: Campaign;
	tables: Tables;
	truth: Truth;
	model: Model;
}

/** Each row has ended, as the platform says. */
export function checkEnd(ended: Ended): void {
	const { campaign, tables, truth, model } = ended;
	const { planId } = campaign;
	const pieces = tables.pieces.filter((one) => one.planId === planId);
	const lists = tables.lists.filter((one) => one.planId === planId);
	const isApproved = model.approvedAs(campaign.id) !== undefined;
	let count = 0;
	for (const piece of pieces) {
		const list = lists.find(({ number }) => number === piece.number);
		const rows = JSON.parse(list?.list ?? '[]') as Row[];
		count += rows.length;
		if (!isApproved) continue;
		const results = new Results(piece);
		for (const [index, row] of rows.entries()) checkRow(ended, piece, results, index, row);
	}
	if (count !== truth.planned.size) {
		model.violate(`${count} rows are stored, and ${truth.planned.size} were to be planned`);
	}
	const leftOut = lists
		.filter(({ number }) => number <= 0)
		.flatMap(({ list }) => JSON.parse(list) as LeftOut[]);
	checkLeftOut(ended, leftOut);
	if (!isApproved && pieces.length > 0) model.violate('its approval was refused');
}

/** A row that gets nothing is listed once, with a reason. */
function checkLeftOut({ campaign, truth, model }: Ended, leftOut: LeftOut[]): void {
	const expected = truth.leftOut;
	const written = leftOut.map(({ row, reason }) => `${row} ${inEnglish(reason)}`);
	const isRight = expected.every((text, n) => written[n]?.startsWith(text));
	const hasAll = [campaign.leftOut, written.length].every((count) => count === expected.length);
	if (isRight && hasAll) return;
	model.violate(
		`${campaign.leftOut} rows are left out: ${written.join(', ')}, and not ${expected.join(', ')}`,
	);
}

function checkRow(
	{ campaign, truth, model }: Ended,
	{ number, status }: Piece,
	results: Results,
	index: number,
	{ phone, megabytes: own }: Row,
): void {
	const state = results.stateOf(index);
	const say = (what: string) => {
		model.violate(`piece ${number}, ${phone}, ${String(state)}: ${what}`);
	};
	const isGiven = model.gifts.some((gift) => {
		return gift.row.phone === phone && gift.campaign === campaign.id;
	});
	const isSettled = isDecided(results.reasonOf(index));
	const kind = truth.kindOf(phone);
	if ((kind === 'givenBefore') !== (state === 'givenBefore')) say('given before');
	if (state === 'given' && !isGiven && !isSettled) say('lost: the platform did nothing');
	const isWrong = ['failed', 'optedOut', 'notSent', 'maybeSent'].includes(String(state));
	if (isWrong && isGiven && !isSettled) say('misreported: it was given');
	if (state === 'maybeSent') say('nobody has looked');
	if (state === 'inDoubt' && ![...model.struck].some((one) => one.startsWith('doubt'))) {
		say('nothing went wrong');
	}
	if (state === 'inDoubt' && results.doubtOf(index)?.lookUps !== 3) say('nobody looks it up');
	const isRefused = kind === 'refused' || model.struck.has('refused');
	if (state === 'failed' && !isRefused && !isSettled) say('nothing was refused');
	const approved = model.approvedAs(campaign.id) ?? campaign;
	const { megabytes, budget, stopAt, megabytesPerDay } = approved;
	const hasEnd = stopAt !== null || campaign.stopAt !== null;
	const isEnded = campaign.status === 'canceled' || hasEnd || budget < megabytes;
	const isLimited = truth.isTooMuch(own, megabytesPerDay);
	const mayStay = isEnded || isLimited || isNeverLoud(campaign, phone);
	if (state === 'notSent' && !mayStay) say(`it was never sent, and the piece is ${status}`);
}
