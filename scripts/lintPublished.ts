/**
 * `n8n-node lint` on a copy of the published files. It lints the whole folder that it runs in: in the project it
 * would also lint tests and scripts, which may use files and processes.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishedFolders } from './host/packageTarball';
import { projectRoot, scratchRoot } from './host/paths';

// The copy lies within the project, so that the tool finds the project's packages.
const folder = join(scratchRoot, 'published');
rmSync(folder, { recursive: true, force: true });
for (const name of [...publishedFolders, 'eslint.config.mjs', 'package.json', 'tsconfig.json']) {
	cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
}
const { status } = spawnSync('npx', ['n8n-node', 'lint'], { cwd: folder, stdio: 'inherit' });
process.exitCode = status ?? 1;
