import { limitedTo } from '../../nodes/engine/limited';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const after = async <T>(milliseconds: number, value: T) =>
	await new Promise<T>((resolve) => setTimeout(resolve, milliseconds, value));
const never = new Promise<never>(() => undefined);

test('what comes in time is handed on, also an error', async () => {
	const inTime = limitedTo(60_000);
	const answer = inTime(after(59_000, 'answer'));
	await jest.advanceTimersByTimeAsync(59_000);
	await expect(answer).resolves.toBe('answer');
	await expect(inTime(Promise.reject(new Error('cut')))).rejects.toThrow('cut');
});

test('what does not is given up with the code of a time-out, each at its own time', async () => {
	const inTime = limitedTo(60_000);
	const ends: string[] = [];
	const noteEnd = (name: string) => (error: { code: string }) => ends.push(`${name} ${error.code}`);
	inTime(never).catch(noteEnd('first'));
	await jest.advanceTimersByTimeAsync(30_000);
	inTime(never).catch(noteEnd('second'));
	await jest.advanceTimersByTimeAsync(30_500);
	expect(ends).toEqual(['first ETIMEDOUT']);
	await jest.advanceTimersByTimeAsync(30_000);
	expect(ends).toEqual(['first ETIMEDOUT', 'second ETIMEDOUT']);
});

test('nothing watches when nothing is under way', async () => {
	const inTime = limitedTo(1000);
	await inTime(Promise.resolve());
	await jest.advanceTimersByTimeAsync(300);
	expect(jest.getTimerCount()).toBe(0);
	const late = inTime(never).catch(() => 'given up');
	await jest.advanceTimersByTimeAsync(1500);
	await expect(late).resolves.toBe('given up');
	await jest.advanceTimersByTimeAsync(300);
	expect(jest.getTimerCount()).toBe(0);
});

test('all that is under way is given up at once when the run is cancelled', async () => {
	const cancelling = new AbortController();
	const inTime = limitedTo(60_000, cancelling.signal);
	const both = [inTime(never), inTime(never)].map((one) => one.catch(() => 'given up'));
	cancelling.abort();
	await expect(Promise.all(both)).resolves.toEqual(['given up', 'given up']);
	await jest.advanceTimersByTimeAsync(300);
	expect(jest.getTimerCount()).toBe(0);
});
