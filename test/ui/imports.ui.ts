import { readFileSync } from 'node:fs';
import { cancelWorkflow, guardWorkflow, sellWorkflow } from '../../scripts/try/workflows';
import { recipes } from '../support/recipes';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import { Editor, shows } from '../support/ui/editor';

let editor: Editor;
let files: Endpoint;

beforeAll(async () => {
	editor = await Editor.open();
	files = await startEndpoint(({ path }) => ({
		body: JSON.parse(readFileSync(path, 'utf8')) as unknown,
	}));
});

afterAll(async () => {
	await editor.close();
	await files.close();
});

it.each([
	['that sells', sellWorkflow, ['Price With Tax', 'Charged Every', 'Cancellation Address']],
	['that guards', guardWorkflow, ['Price With Tax', 'Charged Every', 'Payment Address']],
	['that cancels', cancelWorkflow, []],
])('the canvas %s names what the offer lacks', async (_, { file }, own) => {
	await editor.importFromFile(file);
	await editor.node('Your offer').getByTestId('node-issues').first().hover();
	const issues = editor.page.getByText('Parameter "Name" is required').first();
	await issues.waitFor();
	const words = await editor.page.locator('body').innerText();
	for (const name of ['Sold By', 'Support', ...own])
		expect(words).toContain(`"${name}" is required`);
});

it.each([...recipes().values()])(
	'the recipe “$name” is pasted, and says what is missing',
	async (recipe) => {
		await editor.paste(JSON.stringify(recipe, null, 2));
		await shows(() => editor.nodes.count(), recipe.nodes.length);
	},
);
