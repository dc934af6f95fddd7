/**
 * `npm run docs`: writes sections, tables and samples of the pages, output schemas, the sandbox's OpenAPI page, the
 * tables of calling codes and time zones, the look and lines of workflows, and the owner's names from package.json.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../host/paths';
import { callingCodes, callingCodesFile } from './callingCodes';
import { openapi, openapiFile } from './openapi';
import { documentedNodes } from './operations';
import { filesIn, ownedFiles, pages, pageText, withOwner, refilled } from './pages';
import { samplesFile, schemaFiles } from './samples';
import { workflowText } from './workflows';
import { withSections, writings } from './writers';
import { zonesByCode, zonesFile } from './zones';

async function main(): Promise<void> {
	for (const page of pages()) {
		const documented = documentedNodes.find((node) => node.page === page);
		const text = documented ? withSections(pageText(page), documented) : pageText(page);
		write(page, await formatted(page, refilled(text, writings)));
	}
	for (const file of ownedFiles()) write(file, withOwner(pageText(file)));
	for (const file of filesIn('workflows', '.json')) write(file, workflowText(pageText(file)));
	for (const [file, text] of schemaFiles()) write(file, text);
	write(samplesFile, await formatted(samplesFile, pageText(samplesFile)));
	write(callingCodesFile, callingCodes());
	write(zonesFile, zonesByCode());
	write(openapiFile, await formatted(openapiFile, JSON.stringify(await openapi())));
}

async function formatted(file: string, text: string): Promise<string> {
	const filepath = join(projectRoot, file);
	return format(text, { ...(await resolveConfig(filepath)), filepath });
}

function write(file: string, text: string): void {
	const path = join(projectRoot, file);
	if (existsSync(path) && text === pageText(file)) return;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	console.log(`${file} written`);
}

void main();
