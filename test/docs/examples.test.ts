import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clockMarginMs, leaseMs, stepMs } from '../../campaign/piece';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { maxMegabytes } from '../../platform/amounts';
import { maxCampaignLength, maxReferenceLength } from '../../platform/identifiers';
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
		return JSON.parse(String(run.outputs[4]?.[0]?.body)) as IDataObject;
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

/** Figures of the pages, and the constants that they are. */
it.each<[page: string, words: string]>([
	['docs/operations.md', `A lease lasts ${leaseMs / 1000} seconds`],
	['docs/operations.md', `others wait ${clockMarginMs / 1000} more`],
	['docs/operations.md', `up to ${clockMarginMs / 1000} seconds are fine`],
	['docs/operations.md', `in steps of ${stepMs / 1000} seconds`],
	['docs/mobile-data-gifting.md', `at most ${maxCampaignLength} characters`],
	['docs/mobile-data-gifting.md', `**Client Reference** ${maxReferenceLength}`],
	['docs/mobile-data-gifting.md', `at most ${maxMegabytes / 1e6} TB`],
	['docs/campaigns.md', `after ${stepMs / 1000} seconds no new gift leaves`],
])('%s has the figure of the code: “%s”', (page, words) => {
	expect(pageText(page).replace(/\s+/g, ' ')).toContain(words);
});

/** A constant of the code that is a product of numbers, such as `12 * 3_600_000`. */
function constantIn(file: string, name: string): number {
	const [, product = ''] = new RegExp(`const ${name} = ([\\d_* ]+);`).exec(pageText(file)) ?? [];
	return product.split('*').reduce((value, part) => value * Number(part.replaceAll('_', '')), 1);
}

const trigger = 'nodes/MobileBillingTrigger';
const poll = 'nodes/MobileBillingTransactionTrigger';
it.each<[page: string, file: string, name: string, words: (value: number) => string]>([
	['mobile-data-campaign', 'lists/propose.ts', 'maxSampleRows', (rows) => `first ${rows} rows`],
	['mobile-data-campaign', 'lists/csv.ts', 'maxLines', (lines) => `up to ${lines} lines`],
	['troubleshooting', 'lists/csv.ts', 'maxLines', (lines) => `up to ${lines} lines`],
	['troubleshooting', 'platform/json.ts', 'maxHeld', (bytes) => `may have ${bytes / 1e6} MB`],
	['troubleshooting', 'platform/json.ts', 'maxOpened', (all) => `${figure(all)} lists and objects`],
	['security', 'platform/json.ts', 'maxHeld', (bytes) => `more than ${bytes / 1e6} MB`],
	['security', 'platform/json.ts', 'maxOpened', (all) => `more than ${figure(all)} lists`],
	['security', 'platform/json.ts', 'maxDepth', (levels) => `or ${levels} levels`],
	['security', 'platform/delivery.ts', 'maxBytes', (bytes) => `limited to ${bytes / 1024} kB`],
	['security', 'platform/delivery.ts', 'maxParameters', (all) => `kB and ${all} parameters`],
	['security', 'nodes/engine/n8n/turns.ts', 'maxBlockingMs', (ms) => `turns of about ${ms} ms`],
	['security', 'desk/formToken.ts', 'lifeMs', (ms) => `valid for ${ms / 3_600_000} hours`],
	['notification-trigger', 'platform/delivery.ts', 'maxBytes', (bytes) => `or ${bytes / 1024} kB`],
	[
		'notification-trigger',
		`${trigger}/confirm.ts`,
		'answerTimeoutMs',
		(ms) => {
			return `each answer may take ${ms / 1000} seconds`;
		},
	],
	['transaction-trigger', `${poll}/window.ts`, 'maxRemembered', (all) => `last ${figure(all)}`],
])('docs/%s.md has the constant of %s: %s', (page, file, name, words) => {
	const value = constantIn(file, name);
	expect(value).toBeGreaterThan(1);
	expect(pageText(`docs/${page}.md`).replace(/\s+/g, ' ')).toContain(words(value));
});

function figure(value: number): string {
	return value.toLocaleString('en');
}
