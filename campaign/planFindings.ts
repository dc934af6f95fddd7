import { addTo, type SomeRows } from '../lists/phoneCounter';
import { maxShown, type Check } from './check';
import { GiftCounter } from './recentGifts';
import { plus } from './results';
import type { SortInput } from './sortRows';
import type { Row } from './types';

/** The findings about the rows to give. */
export type Found = Pick<Check, 'toGive' | 'covered' | 'operators' | 'gotBefore' | 'otherAmount'>;

/** Counts the rows of a plan, piece by piece, for the planner. */
export class PlanFindings {
	/** MB of the rows to give so far. */
	toGive = 0;
	/** The first rows, which the budget covers. */
	private readonly covered = { rows: 0, megabytes: 0 };
	private readonly operators = new Map<string, Check['operators'][number]>();
	private readonly gotBefore = new GiftCounter();
	private readonly otherAmount: SomeRows = { count: 0, rows: [] };

	constructor(
		private readonly input: Pick<
			SortInput,
			'settings' | 'givenBefore' | 'otherAmount' | 'recentGifts'
		>,
	) {}

	add(rows: Row[]): void {
		const { givenBefore, otherAmount, recentGifts } = this.input;
		for (const row of rows) {
			if (otherAmount?.has(row.phone)) addTo(this.otherAmount, row.row);
			if (givenBefore.has(row.phone)) continue;
			this.addGift(row);
			const last = recentGifts?.lastOf(row.phone);
			if (last) this.gotBefore.add(last);
		}
	}

	private addGift({ operator = '', megabytes }: Row): void {
		const { covered, operators, input } = this;
		this.toGive = plus(this.toGive, megabytes);
		if (this.toGive <= input.settings.budget) {
			covered.rows += 1;
			covered.megabytes = this.toGive;
		}
		const own = operators.get(operator) ?? { operator, rows: 0, megabytes: 0 };
		own.rows += 1;
		own.megabytes = plus(own.megabytes, megabytes);
		operators.set(operator, own);
	}

	get found(): Found {
		const { budget } = this.input.settings;
		return {
			toGive: this.toGive,
			...(this.toGive > budget && { covered: { budget, ...this.covered } }),
			operators: [...this.operators.values()]
				.sort((one, other) => other.megabytes - one.megabytes)
				.slice(0, maxShown.operators),
			gotBefore: this.gotBefore.groups,
			...(this.otherAmount.count > 0 && { otherAmount: this.otherAmount }),
		};
	}
}
