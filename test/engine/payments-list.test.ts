import type { IDataObject, INodeExecutionData, IRun } from 'n8n-workflow';
import { errorOf, outputOf } from '../support/runNode';
import { leftBy, Shop, START_OUTPUTS, SUBSCRIBE_PATH } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const withErrorOutput = [...START_OUTPUTS, 'Error'];

/** What becomes of a payment of the magic number: the output it leaves by, “Error” for an error. */
const endings: Record<string, string> = {
	'922': 'URL Redirect',
	'907': 'Error',
	'921': 'PIN',
	'914': 'Other',
	'923': 'Premium SMS',
	'902': 'Existing Subscription',
	'901': 'Not Charged',
	'904': 'Error',
	'924': 'Handshake',
	'913': 'Other',
};
const fifty = Array.from({ length: 50 }, (_, index) => {
	const [ending, output] = Object.entries(endings)[index % 10] ?? ['', ''];
	return { order: `order-${index}`, phone: `999000000${ending}`, output };
});
const eachItem = { msisdn: '={{ $json.phone }}', clientid: '={{ $json.order }}' };
const splitErrorOutput = { split: true, settings: { onError: 'continueErrorOutput' as const } };
const splitRegularOutput = { split: true, settings: { onError: 'continueRegularOutput' as const } };

/** The input items that are to leave by this output, by their places in the list. */
const placesFor = (...outputs: string[]) =>
	[...fifty.keys()].filter((place) => outputs.includes(fifty[place]?.output ?? ''));
const placesOf = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
const numberIn = (json: IDataObject) => /999000000\d{3}/.exec(JSON.stringify(json))?.[0];

describe('a list of 50 payments of mixed outcomes at a platform that answers in another order', () => {
	beforeEach(async () => {
		await shop.seller.set({ latencyMs: 3 });
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'delay', when: 'after', ms: 25 }, { every: 3 });
	});

	it('leaves output by output in the order of the input, each item paired with its own', async () => {
		const run = await shop.start(eachItem, { items: fifty, ...splitErrorOutput });
		expect(errorOf(run)).toBeUndefined();
		for (const [output, name] of withErrorOutput.entries()) {
			const items = outputOf(run, output);
			expect([name, placesOf(items)]).toEqual([name, placesFor(name)]);
			for (const { json, pairedItem } of items) {
				const { item } = pairedItem as { item: number };
				expect(numberIn(json)).toBe(fifty[item]?.phone);
				if (json.clientId) expect(json.clientId).toBe(`order-${item}`);
			}
		}
	});

	it('has the failed ones on the last output, Other, in their places, without an error output', async () => {
		const run = await shop.start(eachItem, { items: fifty, ...splitRegularOutput });
		for (const [output, name] of START_OUTPUTS.entries()) {
			const places = name === 'Other' ? placesFor('Other', 'Error') : placesFor(name);
			expect([name, placesOf(outputOf(run, output))]).toEqual([name, places]);
		}
		const failed = outputOf(run, 6).filter(({ json }) => json.error !== undefined);
		expect(placesOf(failed)).toEqual(placesFor('Error'));
	});

	it('keeps the order of the input on the one output', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const run = await shop.start(eachItem, { items: fifty, settings });
		expect(placesOf(outputOf(run))).toEqual([...fifty.keys()]);
		expect(outputOf(run).map(({ json }) => numberIn(json))).toEqual(
			fifty.map(({ phone }) => phone),
		);
	});

	it('has no more requests under way than “Concurrency”, and each payment is started once', async () => {
		await shop.start(eachItem, { items: fifty, ...splitErrorOutput, concurrency: 7 });
		const { data } = await shop.seller.http.get<{ highestInFlight: number }>('/_sandbox/requests');
		expect(data.highestInFlight).toBe(7);
		const asked = (await shop.received()).map(({ asked: { clientid } }) => clientid);
		expect(asked.sort()).toEqual(fifty.map(({ order }) => order).sort());
	});
});

describe('an item that fails', () => {
	const items = [
		{ phone: '999000000921', order: 'a' },
		{ phone: '999000000907', order: 'b' },
		{ phone: 'Zoë', order: 'c' },
		{ phone: '999000000901', order: 'd' },
	];
	const refused = (port: number) =>
		`127.0.0.1:${port} says: magic number 999000000907 – INVALID_MSISDN (HTTP 200). Look at the field “Phone Number”`;
	const errorsIn = (run: IRun, output: number) =>
		outputOf(run, output).map(({ json: { phone, order, error } }) => [phone, order, error]);
	const both = () => [
		['999000000907', 'b', refused(shop.sandbox.port)],
		['Zoë', 'c', expect.stringContaining('Phone Number: “Zoë” is not a phone number')],
	];

	it('leaves by the error output with its input and the reason, the others by theirs', async () => {
		const run = await shop.start(eachItem, { items, ...splitErrorOutput });
		expect(Object.keys(leftBy(run, withErrorOutput))).toEqual(['PIN', 'Not Charged', 'Error']);
		expect(errorsIn(run, 7)).toEqual(both());
		expect(placesOf(outputOf(run, 7))).toEqual([1, 2]);
	});

	it('leaves by the last output with its input and the reason, when there is no error output', async () => {
		const run = await shop.start(eachItem, { items, ...splitRegularOutput });
		expect(Object.keys(leftBy(run, START_OUTPUTS))).toEqual(['PIN', 'Not Charged', 'Other']);
		expect(errorsIn(run, 6)).toEqual(both());
		expect(placesOf(outputOf(run, 6))).toEqual([1, 2]);
	});

	it('leaves by the error output when nothing is split', async () => {
		const { settings } = splitErrorOutput;
		const run = await shop.start(eachItem, { items, settings });
		expect(outputOf(run, 0).map(({ json }) => json.outcome)).toEqual(['pin', 'notCharged']);
		expect(errorsIn(run, 1)).toEqual(both());
	});

	it('carries advice and HTTP status, and no outcome', async () => {
		const run = await shop.start(eachItem, { items, ...splitRegularOutput });
		const [{ json } = { json: {} }] = outputOf(run, 6);
		expect(json).toEqual({
			...items[1],
			error: refused(shop.sandbox.port),
			message: { advice: expect.stringContaining('nothing was done'), httpCode: '200' },
		});
	});

	it('stops the run when the node is not set to continue, and says how far it came', async () => {
		const good = { phone: '999000000921', order: 'a' };
		const list = [good, good, { phone: '999000000907', order: 'b' }, good];
		const run = await shop.start(eachItem, { items: list, concurrency: 1, split: true });
		expect(errorOf(run)?.message).toBe(refused(shop.sandbox.port));
		expect(errorOf(run)?.description).toContain('2 of 4 items were sent and answered');
		expect(await shop.received()).toHaveLength(3);
	});
});

describe('a refused login', () => {
	beforeEach(() => {
		const { mobileBillingApi } = shop.credentials.stored;
		shop.credentials.stored.mobileBillingApi = { ...mobileBillingApi, password: 'forgotten' };
	});

	it.each([
		['the error output', splitErrorOutput, 7],
		['the last output', splitRegularOutput, 6],
	])(
		'fails every item by %s and asks once, and no payment begins',
		async (_where, call, output) => {
			const run = await shop.start(eachItem, { items: fifty, ...call });
			expect(placesOf(outputOf(run, output))).toEqual([...fifty.keys()]);
			expect(await shop.received()).toEqual([]);
			expect(await shop.requestCount()).toBeLessThanOrEqual(1);
		},
	);
});
