import type { VirtualTime } from '../clock';
import { never } from '../network';
import type { ProcessPlan } from './scenario';

/** After so many calls it's no longer slow: a process that is frozen again and again gets nothing done. */
const slowUntil = 200;

/** A process of n8n: its clock, and how it waits for others. After its death it waits for ever. */
export class Process {
	isDead = false;
	private calls = 0;
	private die!: () => void;
	readonly death = new Promise<void>((resolve) => {
		this.die = resolve;
	});

	constructor(
		private readonly time: VirtualTime,
		private readonly plan: ProcessPlan,
		private readonly random: () => number,
		/** So many calls are left. */
		private readonly callsLeft = Infinity,
	) {}

	/** By its own clock, which may be off. */
	readonly now = () => this.time.now() + this.plan.clock;

	/** Waits for one of so many parts of a call of the database. */
	readonly store = async (parts: number) => {
		const { storeMs, slowEach, slowMs } = this.plan;
		const isSlow = this.calls % slowEach === slowEach - 1 && this.calls < slowUntil;
		await this.wait(isSlow ? slowMs : Math.ceil((this.random() * storeMs) / parts));
	};

	/** Waits for something else. */
	async wait(milliseconds: number): Promise<void> {
		this.call();
		if (this.isDead) await never();
		await this.time.sleep(milliseconds);
		if (this.isDead) await never();
	}

	/** A call of anything, which may be the last one. */
	private call(): void {
		this.calls += 1;
		if (this.calls < this.callsLeft) return;
		this.isDead = true;
		this.die();
	}
}
