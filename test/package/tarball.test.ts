import { execFileSync } from 'node:child_process';

import { ensureTarball } from '../../scripts/host/packageTarball';

/** Name and size in bytes of each file in the package. */
let files: { name: string; size: number }[];

beforeAll(async () => {
	const listing = execFileSync('tar', ['-tvzf', await ensureTarball()], { encoding: 'utf8' });
	files = listing
		.trim()
		.split('\n')
		.map((line) => {
			const [, , size, , , name = ''] = line.split(/\s+/);
			return { name: name.replace(/^package\//, ''), size: Number(size) };
		});
}, 120_000);

describe('the package as it would be published', () => {
	it('holds dist, README, LICENSE and package.json, and nothing else', () => {
		const others = files.filter(
			({ name }) => !/^(dist\/.+\.(js|json|svg)|README\.md|LICENSE|package\.json)$/.test(name),
		);
		expect(others).toEqual([]);
		expect(files.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'README.md',
				'LICENSE',
				'package.json',
				'dist/icons/mobileBilling.svg',
				'dist/credentials/MobileBillingApi.credentials.js',
				'dist/nodes/MobileBilling/MobileBilling.node.js',
				'dist/nodes/MobileBilling/MobileBilling.node.json',
				'dist/nodes/MobileBillingTransactionTrigger/MobileBillingTransactionTrigger.node.js',
				'dist/nodes/MobileBillingTrigger/MobileBillingTrigger.node.js',
				'dist/nodes/MobileDataGifting/MobileDataGifting.node.js',
			]),
		);
	});

	it('is smaller than 400 kB unpacked', () => {
		const total = files.reduce((sum, { size }) => sum + size, 0);
		expect(total).toBeGreaterThan(50_000);
		expect(total).toBeLessThan(400_000);
	});
});
