/**
 * `n8n-node lint` on what is published. Its rules are for that, and it lints the whole folder that it runs in: here it
 * would find files and packages that tests and scripts need.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishedFolders } from './host/packageTarball';
import { projectRoot, scratchRoot } from './host/paths';

// Within the project, so that it finds the project's packages.
const folder = join(scratchRoot, 'published');
rmSync(folder, { recursive: true, force: true });
for (const name of [...publishedFolders, 'eslint.config.mjs', 'package.json', 'tsconfig.json']) {
	cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
}
const { status } = spawnSync('npx', ['n8n-node', 'lint'], { cwd: folder, stdio: 'inherit' });
process.exitCode = status ?? 1;
