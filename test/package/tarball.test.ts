import { execFileSync } from 'node:child_process';

import { ensureTarball } from '../../scripts/host/packageTarball';

/** The lines of `tar -tv`: size and name of each file in the package. */
let files: string[];

beforeAll(async () => {
	const listing = execFileSync('tar', ['-tvzf', await ensureTarball()], { encoding: 'utf8' });
	files = listing.trim().split('\n');
}, 120_000);

describe('the package as it would be published', () => {
	it('holds dist, README, LICENSE and package.json, and nothing else', () => {
		const names = files.map((line) => line.split(' package/')[1] ?? line);
		const known = /^(dist\/.+\.(js|json|svg)|README\.md|LICENSE|package\.json)$/;
		expect(names.filter((name) => !known.test(name))).toEqual([]);
		const needed = [
			...['README.md', 'LICENSE', 'package.json', 'dist/icons/mobileBilling.svg'],
			'dist/credentials/MobileBillingApi.credentials.js',
			'dist/nodes/MobileBilling/MobileBilling.node.js',
			'dist/nodes/MobileBilling/MobileBilling.node.json',
		];
		expect(names).toEqual(expect.arrayContaining(needed));
	});

	it('is smaller than 400 kB unpacked', () => {
		const sizes = files.map((line) => Number(line.split(/\s+/)[2]));
		const total = sizes.reduce((sum, size) => sum + size, 0);
		expect(total).toBeGreaterThan(50_000);
		expect(total).toBeLessThan(400_000);
	});
});
