import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { projectRoot } from '../../scripts/host/paths';

/** Every source file of what is published, parsed; the file names count from the root of the project. */
export function packageSources(): ts.SourceFile[] {
	return ['credentials', 'nodes', 'platform'].flatMap((folder) => {
		const names = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
		return names
			.filter((name) => name.endsWith('.ts'))
			.map((name) => {
				const file = join(folder, name);
				const text = readFileSync(join(projectRoot, file), 'utf8');
				return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
			});
	});
}
