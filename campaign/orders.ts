import type { Order } from './giving';
import { stepMs } from './piece';
import { approvedSettings } from './seal';
import type { PieceStep } from './settle';

interface Ordered {
	order: Order;
	/** The piece and position of each of its rows. */
	places: { step: PieceStep; row: number }[];
}

/** An order for each campaign and kind, with as many rows as its rate allows in the time. */
export function ordersOf(steps: PieceStep[], until: number, now: number): Ordered[] {
	return [...new Set(steps.map(({ campaign }) => campaign))].flatMap((campaign) =>
		(['lookUp', 'give'] as const).flatMap((kind) => {
			const { rowsPerSecond, stopAt } = campaign;
			const isRated = kind === 'give' && rowsPerSecond > 0;
			const all = steps
				.filter((step) => step.campaign === campaign && step.decision.kind === kind)
				.flatMap((step) => step.decision.positions.map((row) => ({ step, row })));
			const most = Math.ceil((rowsPerSecond * Math.min(stepMs, Math.max(0, until - now))) / 1000);
			const places = isRated ? all.slice(0, most) : all;
			if (places.length === 0) return [];
			const end = stopAt === null || kind === 'lookUp' ? Infinity : Date.parse(stopAt);
			const { name, serviceKey } = approvedSettings(campaign) ?? campaign;
			const order = {
				kind,
				name,
				serviceKey,
				rows: places.flatMap(({ step, row }) => step.decision.rows[row] ?? []),
				sendUntil: Math.min(until, end),
				perSecond: isRated ? rowsPerSecond : undefined,
			};
			return [{ order, places }];
		}),
	);
}
