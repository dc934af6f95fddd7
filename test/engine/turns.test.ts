import { turns } from '../../nodes/engine/n8n/turns';

test('long work lets other work of n8n have its turn after 20 ms, and not before', async () => {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const turn = turns();
	const hasWaitedAfter = async (milliseconds: number) => {
		now += milliseconds;
		let isOtherDone = false;
		const other = setTimeout(() => (isOtherDone = true));
		await turn();
		clearTimeout(other);
		return isOtherDone;
	};
	const waits: boolean[] = [];
	for (const milliseconds of [10, 10, 1, 20, 1]) waits.push(await hasWaitedAfter(milliseconds));
	expect(waits).toEqual([false, false, true, false, true]);
});
