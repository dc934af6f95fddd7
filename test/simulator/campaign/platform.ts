import type { GiveResult, Order } from '../../../campaign/giving';
import type { Row } from '../../../campaign/types';
import type { VirtualTime } from '../clock';
import type { Letter, Model } from './model';
import type { Say } from '../network';
import type { Process } from './process';
import type { CampaignScenario, Fault, Strike } from './scenario';

/** How long an answer takes. */
const answerMs: Partial<Record<Fault, number>> = {
	/** As long as the engine waits for one, and retries (nodes/MobileDataCampaign/give.ts). */
	slow: 25_000,
	/** Longer than a lease and its margin. */
	hang: 100_000,
};
/** A gift whose answer is lost may be given so much later: less than a worker waits for, on any clock. */
const latest = 28_000;

export type Sender = Omit<Letter, 'row' | 'name'>;

/** The engine with the platform behind it. */
export interface Giving {
	readonly model: Model;
	give(order: Order, sender: Sender): Promise<GiveResult[]>;
}

/** It without the engine, which takes most of the time: the faults are as `give` shows them. */
export class Platform implements Giving {
	private readonly counts = { give: 0, lookUp: 0 };
	private refusals = 0;
	/** When the next gift of a process may leave. */
	private readonly turns = new Map<Process, number>();

	constructor(
		private readonly time: VirtualTime,
		private readonly scenario: CampaignScenario,
		private readonly random: () => number,
		readonly model: Model,
		/** Numbers that it refuses. */
		private readonly refuses: ReadonlySet<string>,
		private readonly say?: Say,
	) {}

	async give(order: Order, sender: Sender): Promise<GiveResult[]> {
		const { rows } = order;
		const results: GiveResult[] = [];
		let next = 0;
		let trouble: GiveResult | undefined;
		const lane = async () => {
			for (let index = next++; index < rows.length; index = next++) {
				const row = rows[index];
				if (!row) return;
				// The engine doesn't send the rest of a list whose login was refused.
				const one = trouble ?? (await this.one(order, { ...sender, row, name: order.name }, index));
				this.tell(order, row, one);
				if (one.kind === 'notSent' && one.trouble?.needsPerson) trouble = one;
				results[index] = one;
			}
		};
		await Promise.all(Array.from({ length: this.scenario.concurrency }, lane));
		return results;
	}

	/** Tells the result of a row, as one line. */
	private tell({ kind, name }: Order, { phone, megabytes }: Row, result: GiveResult): void {
		if (!this.say) return;
		const at = new Date(this.time.monotonic()).toISOString().slice(5, 23);
		this.say([at, name, kind, phone, megabytes, JSON.stringify(result)].join(' '));
	}

	private async one(order: Order, letter: Letter, index: number): Promise<GiveResult> {
		const { row, process } = letter;
		const isLate = process.now() > order.sendUntil;
		if (order.kind === 'lookUp') {
			// However late it is, some are looked up.
			if (isLate && index >= this.scenario.concurrency) return { kind: 'notAsked' };
			const fault = this.strikes('lookUp');
			this.model.lookUps += 1;
			await this.answer(process, fault);
			if (fault && !answerMs[fault]) return lookUpFault(fault);
			return this.isShown(row, letter.name) ? { kind: 'given' } : { kind: 'notSent' };
		}
		await this.turn(order, process);
		if (process.now() > order.sendUntil) return { kind: 'notSent' };
		this.model.leaves(letter);
		const fault = this.strikes('give');
		const result = this.act(letter, fault);
		await this.answer(process, fault);
		return result;
	}

	private async answer(process: Process, fault: Fault | undefined): Promise<void> {
		await process.wait(answerMs[fault ?? ''] ?? this.scenario.giftMs);
	}

	/** Whether a gift shows under the campaign's name. */
	private isShown({ phone }: Row, name: string): boolean {
		return this.model.gifts.some((gift) => gift.row.phone === phone && gift.name === name);
	}

	private async turn({ perSecond }: Order, process: Process): Promise<void> {
		if (perSecond === undefined) return;
		const at = Math.max(this.time.monotonic(), this.turns.get(process) ?? 0);
		this.turns.set(process, at + 1_000 / perSecond);
		await process.wait(at - this.time.monotonic());
	}

	/** The platform gets a gift. */
	private act(letter: Letter, fault: Fault | undefined): GiveResult {
		const reason = this.reasonFor(letter.row.phone);
		if (this.refuses.has(letter.row.phone)) return { kind: 'refused', reason };
		if (!fault || fault === 'slow') this.model.acted(letter);
		if (fault === 'hang') this.actLate(letter);
		if (!fault || answerMs[fault]) return { kind: 'given' };
		if (fault === 'refused') return { kind: 'refused', reason };
		if (fault === 'notSent') return { kind: 'notSent' };
		if (fault === 'platformDown') return { kind: 'notSent', trouble: { message: 'It is down' } };
		if (fault === 'loginRefused') {
			this.model.refusedLogin(letter);
			return { kind: 'notSent', trouble: { message: 'The login was refused', needsPerson: true } };
		}
		if (fault === 'doubtGiven') this.model.acted(letter);
		if (fault === 'doubtGivenLate') this.actLate(letter);
		return { kind: 'inDoubt', reason: 'No response' };
	}

	/** The words of a refusal, some of them a code. */
	private reasonFor(phone: string): string {
		const number = `request ${++this.refusals}`;
		const hasCode = this.scenario.reasons === 'several' && Number(phone.slice(-1)) % 3 === 0;
		return hasCode ? `${number}: INVALID_OPERATOR_CODE` : `The platform refused ${number}`;
	}

	private actLate(letter: Letter): void {
		this.time.after(this.random() * latest, () => {
			this.model.acted(letter);
		});
	}

	/** The fault that strikes the next request of a kind. */
	private strikes(kind: Strike['on']): Fault | undefined {
		const count = this.counts[kind]++;
		const strike = this.scenario.strikes.find(
			({ on, nth, times }) => on === kind && count >= nth && count < nth + times,
		);
		if (strike) this.model.struck.add(strike.fault);
		return strike?.fault;
	}
}

function lookUpFault(fault: Fault): GiveResult {
	if (fault.startsWith('doubt')) return { kind: 'inDoubt', reason: 'The look-up gave no result' };
	const needsPerson = fault === 'loginRefused';
	return { kind: 'notSent', trouble: { message: "The list can't be read", needsPerson } };
}
