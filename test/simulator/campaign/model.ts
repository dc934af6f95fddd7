import { endings, type Campaign, type Piece, type Row, type Runner } from '../../../campaign/types';
import { begin, dateIn, isQuiet } from './calendar';
import type { Process } from './process';
import { limitZone } from './scenario';
import type { Tables } from './store';

/** How long after a change a gift may still leave. */
const stepMs = 2_000;
const second = 1_000;

/** How long a dead process may hold rows up. */
const longestStall = 86_000;

/** Of sums, in MB. */
const rounding = 0.0001;

/** How long it takes at most from an answer until all workers have read of it, where nothing hangs. */
const longestSave = 15_000;

/** How long an execution gives: it's over when the one that starts after a minute looks for it. */
export const longestRun = 59_500;

/** Of a campaign with a few rows, where nothing but dead processes makes it wait. */
const mostSteps = 100;

/** The settings that an approval covers. */
const settings = [
	'name',
	'serviceKey',
	'budget',
	'startAt',
	'stopAt',
	'quietFrom',
	'quietTo',
	'rowsPerSecond',
	'megabytesPerDay',
	'country',
	'reading',
	'listHash',
] as const;

/** Whether two states of a campaign are one for the person who approves it. */
export function isSame(one: Campaign, other: Campaign): boolean {
	return settings.every((name) => one[name] === other[name]);
}

/** A row as a table has it, by column. */
export type Stored = Record<string, unknown>;

/** A gift that has left a process. */
export interface Letter {
	row: Row;
	/** Of the campaign, in the gift's reference. */
	name: string;
	/** Of the runner's write before the step. */
	token: string;
	process: Process;
	/** When its execution started, on the clock of its process. */
	started: number;
	/** Of its campaign. */
	campaign?: number;
	/** In which the runner counts it, `yyyy-MM`. */
	month?: string;
	/** The day in the limit's zone, and the day on its process's clock. */
	day?: string;
	clockDay?: string;
}

/** A campaign as somebody approved it, and what happened to it since. */
interface Known {
	approving?: Campaign;
	approved?: Campaign;
	/** When something else had been approved before. */
	approvedAgainAt?: number;
	/** When the platform refused its login. */
	loginRefusedAt?: number;
	/** Since when nothing may leave: it isn't running, or it isn't what was approved. */
	stoppedAt?: number;
	/** The MB that have left for sure, and the largest budget that was approved. */
	megabytes: number;
	budget: number;
	/** MB by day, and the largest limit that was approved. */
	days: Map<string, number>;
	perDay: number;
}

/** The gifts that left and those that the platform gave, and the rules that both must keep (docs/campaigns.md). */
export class Model {
	readonly violations: string[] = [];
	/** Those that the platform gave. */
	readonly gifts: Letter[] = [];
	readonly struck = new Set<string>();
	lookUps = 0;
	/** How often the runner has taken pieces. */
	private steps = 0;
	/** How many gifts have left, by campaign. */
	private readonly sent = new Map<number, number>();
	private badOptOutAt = Infinity;
	private readonly optedOutAt = new Map<string, number>();
	/** When gifts of a campaign left, in the last second. */
	private readonly left = new Map<number, number[]>();
	/** MB that all campaigns were given, by the day of the process that sent them. */
	private readonly allOn = new Map<string, number>();
	/** When something happened last that lets a campaign go on. */
	private newsAt = 0;
	private readonly known = new Map<number, Known>();
	/** Cells that somebody has emptied; others may have filled them in again. */
	private readonly cells: { table: keyof Tables; row: Stored; column: string; at: number }[] = [];
	/** When the runner's row was written last. */
	private savedAt = -Infinity;
	/** All that is stored. */
	tables?: Tables;
	/** The rows of the added list, by number. */
	added?: ReadonlyMap<string, Row>;

	constructor(
		private readonly time: () => number,
		/** All planned rows, by number. */
		readonly planned: ReadonlyMap<string, Row>,
		/** Whether nothing but dead processes makes a campaign wait. */
		private readonly isSteady: boolean,
		/** Whether no process dies, and each step is saved within seconds. */
		private readonly isPrompt: boolean,
		/** Whether a process, or a gift, waits for longer than a lease. */
		private readonly isFrozen: boolean,
	) {}

	violate(what: string): void {
		this.violations.push(`${Math.round((this.time() - begin) / 100) / 10} s: ${what}`);
	}

	private of(campaign: number): Known {
		const known = this.known.get(campaign) ?? {
			megabytes: 0,
			budget: 0,
			days: new Map<string, number>(),
			perDay: 0,
		};
		this.known.set(campaign, known);
		return known;
	}

	/** Somebody approves the campaign as it is; it counts from when that is written. */
	approves(campaign: Campaign): void {
		this.of(campaign.id).approving = campaign;
	}

	/** Somebody changes a budget or a limit by its button: as it was shown, and a limit upwards alone. */
	changesSetting(campaign: Campaign, shown: Campaign, set: Partial<Record<string, unknown>>): void {
		if (!isSame(campaign, shown)) this.violate('it was changed, and something else was shown');
		const { megabytesPerDay: limit = Infinity, budget = Infinity } = set;
		if (Number(limit) <= campaign.megabytesPerDay) this.violate('a limit was lowered');
		const least = Math.min(campaign.megabytes, this.of(campaign.id).approved?.budget ?? 0);
		if (Number(budget) < least) this.violate(`the budget was lowered to ${String(budget)} MB`);
	}

	sentOf(campaign: number): number {
		return this.sent.get(campaign) ?? 0;
	}

	approvedAs(campaign: number): Campaign | undefined {
		return this.of(campaign).approved;
	}

	optedOut(phone: string): void {
		if (!this.optedOutAt.has(phone)) this.optedOutAt.set(phone, this.time());
	}

	/** An opt-out that can't be read is there, or no longer. */
	badOptOut(isThere: boolean): void {
		this.badOptOutAt = isThere ? Math.min(this.badOptOutAt, this.time()) : Infinity;
	}

	/** The platform has refused the login of a campaign. */
	refusedLogin({ campaign = 0 }: Letter): void {
		this.of(campaign).loginRefusedAt ??= this.time();
	}

	/** A process has started, or somebody did something. */
	news(): void {
		this.newsAt = this.time();
	}

	/** Somebody empties a cell: nothing is given by its row until it's filled in again. */
	emptied(table: keyof Tables, row: Stored, column: string): void {
		this.news();
		this.cells.push({ table, row, column, at: this.time() });
	}

	/** A row of a table was written. */
	wrote(table: keyof Tables, before: object, after: object): void {
		if (table === 'campaigns') this.wroteCampaign(before as Campaign, after as Campaign);
		if (table === 'pieces') this.wrotePiece(before as Piece, after as Piece);
		if (table === 'runner') this.wroteRunner(after as Runner);
	}

	private wroteCampaign(before: Campaign, campaign: Campaign): void {
		const isDecided = before.status !== campaign.status || before.round !== campaign.round;
		const known = this.of(campaign.id);
		if (isDecided) known.loginRefusedAt = undefined;
		if (before.status === 'canceled' && isDecided && campaign.status !== 'canceled') {
			this.violate('it goes on after it was canceled');
		}
		this.news();
		this.checkReason(before, campaign);
		if (campaign.round === known.approving?.round) {
			const { approved, approving } = known;
			if (approved && approved.name !== approving.name) this.violate('its name was changed');
			if (approved) known.approvedAgainAt = this.time();
			known.approved = known.approving;
			known.budget = known.approving.budget;
			known.perDay = Math.max(known.perDay, known.approving.megabytesPerDay || Infinity);
			known.approving = undefined;
		}
		const isApproved = known.approved && isSame(known.approved, campaign);
		if (campaign.status === 'running' && isApproved) known.stoppedAt = undefined;
		else known.stoppedAt ??= this.time();
	}

	/** A wrong cell stops its own campaign, and no other one. */
	private checkReason(before: Campaign, { status, problem, planId }: Campaign): void {
		const isStopped = before.status === 'running' && status === 'paused';
		if (!isStopped || !problem.includes('mobile_data_')) return;
		const isOwn = this.cells.some(({ row, column }) => {
			return row.planId === planId && problem.includes(`'${column}'`);
		});
		if (!isOwn) this.violate(`another campaign's cell has stopped it: ${problem}`);
	}

	private wroteRunner({ taken }: Runner): void {
		this.savedAt = this.time();
		if (taken !== '[]') this.steps += 1;
	}

	private wrotePiece(before: Piece, { number, rows, megabytes, ...piece }: Piece): void {
		const count = endings.reduce((sum, one) => sum + piece[one], 0);
		const sum = endings.reduce((total, one) => total + Math.round(piece[`${one}Mb`] * 1_000), 0);
		if (count !== rows || sum !== Math.round(megabytes * 1_000)) {
			this.violate(`piece ${number}: ${count} of ${rows} rows and ${sum} kB of ${megabytes} MB`);
		}
		const ended = [...before.results].filter(
			(mark, row) => 'gbo'.includes(mark) && piece.results[row] !== mark,
		);
		if (ended.length > 0)
			this.violate(
				`piece ${number}: what has ended was changed: ${before.results} to ${piece.results}`,
			);
	}

	/** The runner doesn't take pieces again and again that it can do nothing with. */
	checkSteps(): void {
		if (this.isSteady && this.steps > mostSteps) this.violate(`${this.steps} steps`);
	}

	/** The pieces that the runner has taken. */
	private get taken(): Piece[] {
		const { runner = [], pieces = [] } = this.tables ?? {};
		const taken = JSON.parse(runner[0]?.taken ?? '[]') as { id: number }[];
		return pieces.filter(({ id }) => taken.some((one) => one.id === id));
	}

	/** The piece with a number among those that the runner has taken. */
	private takenWith(phone: string): Piece | undefined {
		const { lists = [] } = this.tables ?? {};
		return this.taken.find(({ planId, number, results }) => {
			const list = lists.find((one) => one.planId === planId && one.number === number);
			const rows = JSON.parse(list?.list ?? '[]') as Row[];
			// An added list may have a number again that has ended in the first one.
			return rows.some((row, at) => row.phone === phone && '-?d'.includes(results[at] ?? '-'));
		});
	}

	/** A step saves what it did: however slow all was, no other worker has taken over, unless it was frozen. */
	saves(token: string): void {
		const current = this.tables?.runner[0]?.token;
		if (!this.isFrozen && current !== token) {
			this.violate(`${token} saves, and ${String(current)} is the runner`);
		}
	}

	/** A gift leaves. */
	leaves(letter: Letter): void {
		const { row, token, process, started } = letter;
		const now = this.time();
		const piece = this.takenWith(row.phone);
		const id = this.tables?.campaigns.find(({ planId }) => planId === piece?.planId)?.id ?? 0;
		letter.campaign = id;
		letter.month = this.tables?.runner[0]?.day.slice(0, 7);
		letter.day = dateIn(limitZone, now);
		letter.clockDay = dateIn(limitZone, process.now());
		const { approved, stoppedAt, approvedAgainAt = -Infinity, ...known } = this.of(id);
		const say = (what: string) => {
			this.violate(`${row.phone}: ${what}`);
		};
		this.sent.set(id, this.sentOf(id) + 1);
		if (!piece) return say('it left, and the runner has not taken it');
		if (!approved) return say('it left before the approval');
		const plans = [this.planned, this.added].map((all) => JSON.stringify(all?.get(row.phone)));
		if (!plans.includes(JSON.stringify(row))) say('it is not what was approved');
		if (stoppedAt !== undefined && now > stoppedAt + stepMs) {
			say(`it left ${now - stoppedAt} ms after the campaign was stopped or changed`);
		}
		const optedOutAt = this.optedOutAt.get(row.phone) ?? Infinity;
		if (now > optedOutAt + stepMs) say(`it left ${now - optedOutAt} ms after it opted out`);
		const step = now - this.savedAt;
		if (step > stepMs) say(`it left ${step} ms after the runner's row was saved`);
		const current = this.tables?.runner[0]?.token;
		if (current !== token) say(`${token} sends, and ${String(current)} is the runner`);
		for (const { table, row: stored, column, at } of this.cells) {
			const isOwn = stored.id === (table === 'campaigns' ? id : piece.id);
			if (isOwn && stored[column] === null && now > at + stepMs)
				say(`it left, and ${column} is empty`);
		}
		if (now > this.badOptOutAt + stepMs) say("it left, and an opt-out can't be read");
		if (this.isPrompt && now > (known.loginRefusedAt ?? Infinity) + longestSave) {
			say('it left after a refused login');
		}
		const all = (this.allOn.get(letter.clockDay) ?? 0) + row.megabytes;
		// In one step a campaign with a higher limit may give more, after the others were decided about.
		const highest = Math.max(...[...this.known.values()].map(({ perDay }) => perDay));
		if (all > highest + rounding) say(`${all} MB of all campaigns on ${letter.clockDay}`);
		const runs = process.now() - started;
		if (this.isPrompt && runs > longestRun) say(`its execution has run for ${runs} ms`);
		const stall = now - this.newsAt;
		if (this.isSteady && stall > longestStall) say(`a stall of ${stall} ms`);
		this.news();
		const left = [...(this.left.get(id) ?? []).filter((at) => at > now - second), now];
		this.left.set(id, left);
		// A step that has begun before goes on as it was approved then.
		const since = now - approvedAgainAt;
		if (since > stepMs) checkTime(approved, row, process.now(), say);
		const { rowsPerSecond } = approved;
		// One more fits in, because the next run may be another worker's.
		const most = rowsPerSecond === 0 ? Infinity : rowsPerSecond + 1;
		if (since > stepMs + second && left.length > most) {
			say(`${left.length} left in a second`);
		}
	}

	/** The platform has given. */
	acted(letter: Letter): void {
		const { row, campaign = 0, name, month, day = '', clockDay = '' } = letter;
		this.allOn.set(clockDay, (this.allOn.get(clockDay) ?? 0) + row.megabytes);
		// Another campaign may give to a customer again in another month.
		const isDoubled = this.gifts.some((gift) => {
			return gift.row.phone === row.phone && (gift.name === name || gift.month === month);
		});
		if (isDoubled) this.violate(`${row.phone}: doubled`);
		this.gifts.push(letter);
		const known = this.of(campaign);
		known.megabytes = Math.round((known.megabytes + row.megabytes) * 1_000) / 1_000;
		const ofDay = Math.round(((known.days.get(day) ?? 0) + row.megabytes) * 1_000) / 1_000;
		known.days.set(day, ofDay);
		if (ofDay > known.perDay) {
			this.violate(`${ofDay} MB were given on ${day}, and the limit is ${known.perDay} MB`);
		}
		if (known.megabytes > known.budget) {
			this.violate(`${known.megabytes} MB were given, and the budget is ${known.budget} MB`);
		}
	}
}

/** A gift leaves between start and stop date and not in quiet hours, by the clock of its process. */
function checkTime(
	approved: Campaign,
	{ phone }: Row,
	now: number,
	say: (what: string) => void,
): void {
	const { startAt, stopAt } = approved;
	if (now < Date.parse(startAt)) say('it left before the start');
	if (stopAt !== null && now > Date.parse(stopAt)) say('it left after the stop date');
	if (isQuiet(approved, phone, now)) say('it left in quiet hours');
}
