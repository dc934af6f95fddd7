import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

// Lists that are not all, records that hide what they are known by: nobody gets a gift for the second time.

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const giveAll = async (count: number, parameters: IDataObject) => {
	const run = await giveTo(n8nWith(platform.account), recipients(count), {
		parameters: { options: { settlingTime: 0, tries: 3 }, ...(parameters as object) },
		settings: { onError: 'continueRegularOutput' },
	});
	return outputOf(run).map(({ json }) => json);
};
const spring = { clientId: '', campaign: 'spring' };
const looksGive = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
	platform.faults({ path: looks, fault: { kind: 'answer', status, body, headers } });
};
const shown = (change: (gift: { msisdn: string; clientId: string }) => object = (gift) => gift) =>
	platform.gifts().map(({ msisdn, clientId }) => ({
		msisdn,
		clientId,
		...change({ msisdn, clientId: clientId ?? '' }),
	}));

describe('a campaign that is run again gives nobody twice, where the platform shows', () => {
	test.each([
		['a page, with as many pages as records', { totalElements: 9, totalPages: 3, size: 3 }],
		['a page that counts only itself', { pageTotal: 3, total: 9 }],
		['a page with a cursor to the next', { total: 3, nextCursor: 'abc' }],
		['a page that is not the last', { total: 3, last: false }],
		['what it could read, with a warning', { total: 3, warnings: ['shard 2 timed out'] }],
	])('%s', async (_what, beside) => {
		await giveAll(9, spring);
		looksGive({ content: shown().slice(0, 3), ...beside });
		await giveAll(9, spring);
		expect(platform.gifts()).toHaveLength(9);
	});

	test.each([
		['206 Partial Content', 206, {}],
		['a link to the next page', 200, { link: '</transaction?page=2>; rel="next"' }],
	])('a part, and says so by %s', async (_how, status, headers) => {
		await giveAll(9, spring);
		looksGive(shown().slice(0, 3), status, headers);
		await giveAll(9, spring);
		expect(platform.gifts()).toHaveLength(9);
	});

	test('an empty list, and says that it failed', async () => {
		await giveAll(8, spring);
		looksGive({ success: false, message: 'database timeout', content: [], totalElements: 0 });
		await giveAll(8, spring);
		expect(platform.gifts()).toHaveLength(8);
	});

	const hash = (text: string) => createHash('sha256').update(text).digest('hex');
	const base64 = (text: string) => createHash('md5').update(text).digest('base64');
	test.each([
		['a digest', hash],
		['a pseudonym', base64],
		['dots', (text: string) => `${text.slice(0, 5)}...${text.slice(-2)}`],
		['a longer number', (text: string) => `90${text}7000`],
	])('%s in the place of the number', async (_what, hide) => {
		await giveAll(8, spring);
		looksGive(shown(({ msisdn }) => ({ msisdn: hide(msisdn) })));
		await giveAll(8, spring);
		expect(platform.gifts()).toHaveLength(8);
	});

	test.each([
		['decomposed', (text: string) => text.normalize('NFD')],
		['with ? in their place', (text: string) => text.replace(/[^ -~]/g, '?')],
		['as Latin-1', (text: string) => Buffer.from(text, 'utf8').toString('latin1')],
	])('letters of the reference %s', async (_how, write) => {
		await giveAll(8, { clientId: '', campaign: 'Frühling' });
		looksGive(shown(({ clientId }) => ({ clientId: write(clientId) })));
		await giveAll(8, { clientId: '', campaign: 'Frühling' });
		expect(platform.gifts()).toHaveLength(8);
	});

	test.each([24, 25, 30, 36])('%i characters of the reference', async (length) => {
		const campaign = { clientId: '', campaign: 'spring-bonus-for-loyal-customers-2026' };
		await giveAll(8, campaign);
		looksGive(shown(({ clientId }) => ({ clientId: clientId.slice(0, length) })));
		await giveAll(8, campaign);
		expect(platform.gifts()).toHaveLength(8);
	});
});

describe('a gift whose answer was lost is not given again, where the look-up shows', () => {
	test.each([
		['an empty list, and says that it failed', { success: false, content: [], totalElements: 0 }],
		['an empty list of errors', { errors: [] }],
		['an empty part', { content: [], totalElements: 0, partial: true }],
		['our reference beside a digest of the number', [{ msisdn: 'a7f0', clientId: 'gift-0' }]],
	])('%s', async (_what, body) => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 200, body } },
		);
		await giveAll(1, {});
		expect(platform.gifts()).toHaveLength(1);
	});
});

describe('a campaign with one typed reference for all', () => {
	const one = { campaign: 'spring', clientId: 'sp-26' };
	const giveFrom = async (first: number) => {
		const run = await giveTo(n8nWith(platform.account), recipients(first + 6).slice(first), {
			parameters: { options: { settlingTime: 0, tries: 3 }, ...one },
			settings: { onError: 'continueRegularOutput' },
		});
		return outputOf(run).map(({ json }) => json);
	};

	test.each([
		['a pseudonym', (text: string) => `a7f${text.slice(-4)}beef`],
		['null', () => null],
	])(
		'is refused for others where the platform shows %s in the place of numbers',
		async (_w, hide) => {
			await giveFrom(0);
			looksGive(shown(({ msisdn }) => ({ msisdn: hide(msisdn) })));
			for (const item of await giveFrom(6)) {
				expect(item.error).toContain('this list has one reference for several');
			}
		},
	);

	test.each([
		['country', (text: string) => `XZ${text}`],
		['kind', (text: string) => `${text} mobile`],
	])('gives to others where numbers come with a %s', async (_what, write) => {
		await giveFrom(0);
		looksGive(shown(({ msisdn }) => ({ msisdn: write(msisdn) })));
		expect((await giveFrom(6)).map(({ outcome }) => outcome)).toEqual(Array(6).fill('given'));
		expect((await giveFrom(0)).map(({ outcome }) => outcome)).toEqual(
			Array(6).fill('alreadyGiven'),
		);
	});
});

test('references of runs are known in capitals, too', async () => {
	await giveAll(8, { ...spring, skipAlreadyGifted: false });
	looksGive(shown(({ clientId }) => ({ clientId: clientId.toUpperCase() })));
	await giveAll(8, spring);
	expect(platform.gifts()).toHaveLength(8);
});

test('a typed reference that looks like one of a run is compared whole', async () => {
	await giveAll(1, { campaign: 'prize-2025', clientId: 'fun-run.2025' });
	expect(await giveAll(1, { campaign: 'prize-2026', clientId: 'fun-run.2026' })).toMatchObject([
		{ outcome: 'given' },
	]);
});
