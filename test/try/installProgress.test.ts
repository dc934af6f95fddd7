import { downloadLine, packagesFor } from '../../scripts/host/installProgress';

const lockFile = JSON.stringify({
	packages: {
		'': { name: 'n8n' },
		'node_modules/everywhere': {},
		'node_modules/linux-glibc': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
		'node_modules/linux-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
		'node_modules/linux-arm': { os: ['linux'], cpu: ['arm64'] },
		'node_modules/mac': { os: ['darwin'] },
	},
});

it.each([
	['linux', 'x64', 2],
	['linux', 'arm64', 2],
	['darwin', 'arm64', 2],
	['win32', 'x64', 1],
])('on %s, %s, the lock file has %d packages to install', (platform, arch, count) => {
	expect(packagesFor(platform, arch, lockFile)).toBe(count);
});

const answer = 'npm http fetch GET 200 https://registry.example';

it.each([
	['', '░░░░░░░░░░░░░░░░ 0 of 4 packages looked up'],
	[`npm warn old\n${answer}/a 9ms (cache miss)`, '████░░░░░░░░░░░░ 1 of 4 packages looked up'],
	[
		`${answer}/a 9ms\n${answer}/b 9ms\n${answer}/a/-/a-1.0.0.tgz 5ms\nnpm http cache https://registry.example/b/-/b-1.0.0.tgz 1ms (cache hit)`,
		'████████░░░░░░░░ 2 of 4 packages downloaded',
	],
	[
		'npm http fetch GET https://registry.example/a attempt 1 failed with 503\nnpm http fetch GET 404 https://registry.example/a 9ms',
		'░░░░░░░░░░░░░░░░ 0 of 4 packages looked up',
	],
	[`${answer}/a/-/a-1.0.0.tgz 5ms\n`.repeat(5), '████████████████ 4 of 4 packages downloaded'],
])('after %j it shows %s', (log, line) => {
	expect(downloadLine(log, 4)).toBe(line);
});
