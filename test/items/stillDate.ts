/**
 * Does something while the calendar stands still. Timers go on, because servers need them.
 *
 * @param now what the calendar shows, Unix milliseconds
 */
export async function atDate<Result>(now: number, work: () => Promise<Result>): Promise<Result> {
	const RealDate = Date;
	class StillDate extends RealDate {
		constructor(...given: [] | ConstructorParameters<typeof Date>) {
			super(...((given.length > 0 ? given : [now]) as [number]));
		}

		static override now(): number {
			return now;
		}
	}
	globalThis.Date = StillDate as DateConstructor;
	try {
		return await work();
	} finally {
		globalThis.Date = RealDate;
	}
}
