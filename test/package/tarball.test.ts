import { execFileSync } from 'node:child_process';
import { ensureTarball } from '../../scripts/host/packageTarball';

it('the package as it would be published is small, and dist, README, LICENSE and package.json', async () => {
	const listing = execFileSync('tar', ['-tvzf', await ensureTarball()], { encoding: 'utf8' });
	const files = listing.trim().split('\n');
	const names = files.map((line) => line.split(' package/')[1] ?? line);
	const known = /^(dist\/.+\.(js|json|svg)|README\.md|LICENSE|package\.json)$/;
	expect(names.filter((name) => !known.test(name))).toEqual([]);
	const needed = [
		'README.md',
		'LICENSE',
		'package.json',
		'dist/icons/mobileBilling.svg',
		'dist/credentials/MobileBillingApi.credentials.js',
		'dist/nodes/MobileBilling/MobileBilling.node.js',
		'dist/nodes/MobileBilling/MobileBilling.node.json',
	];
	expect(names).toEqual(expect.arrayContaining(needed));
	const sizes = files.map((line) => Number(line.split(/\s+/)[2]));
	const total = sizes.reduce((sum, size) => sum + size, 0);
	expect(total).toBeGreaterThan(50_000);
	expect(total).toBeLessThan(650_000);
}, 120_000);
