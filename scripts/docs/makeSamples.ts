/** First step of `npm run docs`: writes what operations and triggers return, from which pages and schemas are made. */
import { mock } from 'node:test';
import { makeSamples } from '../../test/items/samples';
import { formatted, write } from './output';
import { noon, samplesFile } from './samples';

async function main(): Promise<void> {
	mock.timers.enable({ apis: ['Date'], now: noon });
	const made = await makeSamples(noon);
	write(samplesFile, await formatted(samplesFile, JSON.stringify(made)));
}

void main();
