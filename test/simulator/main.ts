import { parseArgs } from 'node:util';
import { campaigns, check, checkUntil, files, lists } from './check';
import { findMutants } from './mutants';
import { findWrong } from './pace/scenes';

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = {
		seed: text,
		path: text,
		seconds: text,
		minutes: text,
		campaigns: flag,
		files: flag,
		pace: flag,
		mutants: flag,
		quick: flag,
		trace: flag,
	};
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const { seed, path, quick: isQuick, trace } = values;
	const seconds = Number(values.seconds ?? Number(values.minutes ?? 1) * 60);
	const subject = values.campaigns ? campaigns : values.files ? files : lists;
	if (values.mutants) {
		findMutants(values.pace ? 'pace' : subject.name, seconds, positionals[0]);
		return;
	}
	if (values.pace) {
		const wrong = await findWrong();
		if (wrong === undefined) return;
		console.error(`${wrong}\nReplay it: npx jest test/simulator/pace`);
		process.exitCode = 1;
		return;
	}
	const end = Date.now() + seconds * 1000;
	const say = trace ? console.log : undefined;
	const { said, failure } = seed
		? await check(subject, seconds, { seed: Number(seed), path, isQuick, say })
		: await checkUntil([subject], () => Date.now() > end, console.log);
	console.log(said);
	if (failure === undefined) return;
	console.error(failure);
	process.exitCode = 1;
}

void main();
