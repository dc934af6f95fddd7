import { checkScene, scenes } from './scenes';

/** Each plays many thousands of requests, beside the other suites of the gate. */
jest.setTimeout(900_000);

it.each(Object.entries(scenes))('the pace is found at %s', async (_, scene) => {
	expect(await checkScene(scene)).toEqual([]);
});
