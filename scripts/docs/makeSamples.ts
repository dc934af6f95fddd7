/** First step of `npm run docs`: runs operations and triggers, and writes their items for pages and schemas. */
import { makeSamples } from '../../test/items/samples';
import { atDate } from '../../test/items/stillDate';
import { formatted, write } from './output';
import { noon, samplesFile } from './samples';

async function main(): Promise<void> {
	const made = await atDate(noon, async () => await makeSamples(noon));
	write(samplesFile, await formatted(samplesFile, JSON.stringify(made)));
}

void main();
