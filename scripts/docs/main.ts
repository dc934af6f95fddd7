/**
 * Second step of `npm run docs`: writes sections, tables and samples of the pages, output schemas, the look and lines of
 * workflows, and the owner's names from package.json.
 */
import { documentedNodes } from './operations';
import { formatted, write } from './output';
import { filesIn, ownedFiles, pages, pageText, withOwner, refilled } from './pages';
import { schemaFiles } from './samples';
import { workflowText } from './workflows';
import { withSections, writings } from './writers';

async function main(): Promise<void> {
	for (const page of pages()) {
		const documented = documentedNodes.find((node) => node.page === page);
		const text = documented ? withSections(pageText(page), documented) : pageText(page);
		write(page, await formatted(page, refilled(text, writings)));
	}
	for (const file of ownedFiles()) write(file, withOwner(pageText(file)));
	for (const file of filesIn('workflows', '.json')) write(file, workflowText(pageText(file)));
	for (const [file, text] of schemaFiles()) write(file, text);
}

void main();
