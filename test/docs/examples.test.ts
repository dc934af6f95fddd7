import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { startPayment } from '../../sandbox/payments/start';
import { enterPin } from '../../sandbox/payments/pin';
import { pageText } from '../../scripts/docs/pages';
import { runCampaign } from '../support/campaign/stored';
import { loggedIn } from '../support/gifting';
import { n8nWith, Platform } from '../support/platform';
import { recipes } from '../support/recipes';
import { runNode } from '../support/runNode';
import { itemsOf } from '../support/stub';

const platform = Platform.forEach();

/** The examples of JSON of a page, as they are printed; those of `npm run docs` are made by a run. */
const jsonIn = (page: string) =>
	[...pageText(page).matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
		([, json = '']) => JSON.parse(json) as IDataObject,
	);

describe('a program plans by the JSON of docs/campaigns.md', () => {
	const [request = {}, response = {}] = jsonIn('docs/campaigns.md');
	const plan = async () => {
		const own = { optOuts: [], campaigns: [], request: { body: request }, pageUrl: 'page' };
		const run = await runCampaign(n8nWith(platform.account), { operation: 'plan', ...own });
		expect(run.error).toBeUndefined();
		return JSON.parse(String(run.outputs[5]?.[0]?.body)) as IDataObject;
	};

	it('and nothing in it is asked or refused', async () => {
		expect(await plan()).toMatchObject({ campaign: 'spring-2026', status: 'planned', rows: 2 });
	});

	it('and the response has the values of the example', async () => {
		const said = await plan();
		const { hash, statusUrl, controlUrl, warnings, check, ...same } = response;
		expect(said).toMatchObject(same);
		for (const [name, url] of Object.entries({ statusUrl, controlUrl })) {
			expect(url).toMatch(/\?key=/);
			expect(said[name]).toMatch(/^page\?key=\w{32}$/);
		}
		for (const field of Object.keys({ hash, check })) expect(said).toHaveProperty(field);
		expect(said.check).toMatchObject(check as object);
		expect(said.warnings).toEqual(expect.arrayContaining(warnings as string[]));
	});
});

describe('the filters of recipes', () => {
	const msisdn = '33639980001';

	/** A charge of the customer, one of somebody else, and one that failed. */
	beforeEach(() => {
		const { world } = platform.sandbox;
		for (const [number, isPaid] of [
			[msisdn, true],
			['33639980002', true],
			[msisdn, false],
		] as const) {
			const merchant = { merchantId: 1001, ip: '' };
			const payment = startPayment(world, merchant, {
				apikey: 'COINSHOP07',
				price: '0.99',
				msisdn: number,
			});
			enterPin(world, payment, isPaid ? (payment.session?.pin ?? '') : 'wrong');
		}
	});

	const found = async (filters: INodeParameters) => {
		const parameters = { resource: 'transaction', operation: 'getMany', returnAll: true, filters };
		const credentials = await loggedIn(platform);
		return itemsOf(
			await runNode({ node: new MobileBilling(), parameters, items: [{}], credentials }),
		);
	};

	it('find the charges to refund', async () => {
		const [, since = ''] =
			/_Charged After_\s+`(\{\{.*?\}\})`/.exec(pageText('docs/recipes.md')) ?? [];
		expect(since).toContain('month');
		const charges = await found({
			msisdn,
			actionStatus: 'COMPLETED',
			timeChargedFrom: `=${since}`,
		});
		expect(charges).toMatchObject([{ msisdn, action: 'CHARGE', status: 'success' }]);
	});

	it('are taken by the platform, in each recipe that searches', async () => {
		const searches = [...recipes().values()]
			.flatMap(({ nodes }) => nodes)
			.filter(({ parameters }) => parameters.operation === 'getMany' && parameters.filters);
		expect(searches.length).toBeGreaterThan(0);
		for (const { parameters } of searches) {
			expect(await found(parameters.filters as INodeParameters)).toEqual([]);
		}
	});
});
