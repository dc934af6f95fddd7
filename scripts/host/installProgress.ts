import { barLine } from './progress';

interface LockedPackage {
	os?: string[];
	cpu?: string[];
	libc?: string[];
}

/** The number of packages in a lock file that npm installs on this kind of machine; musl has as many as glibc. */
export function packagesFor(platform: string, arch: string, lockFile: string): number {
	const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
	const fits = (wanted: string[] | undefined, here: string) => !wanted || wanted.includes(here);
	return Object.entries(packages).filter(([path, { os, cpu, libc }]) => {
		return path !== '' && fits(os, platform) && fits(cpu, arch) && fits(libc, 'glibc');
	}).length;
}

/**
 * The progress of `npm ci --loglevel=http`, which logs each complete answer: first the metadata of each package,
 * because the lock file names no registry, then its files.
 */
export function downloadLine(log: string, packages: number): string {
	const answers = log.match(/^npm http (?:fetch GET 200|cache) \S+/gm) ?? [];
	const files = answers.filter((answer) => answer.endsWith('.tgz')).length;
	const [what, done] = files > 0 ? ['downloaded', files] : ['looked up', answers.length];
	return barLine(Math.min(done, packages), packages, `packages ${what}`);
}
