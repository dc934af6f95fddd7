import { checkScene, scenes } from './scenes';

it.each(Object.entries(scenes))('the pace is found at %s', async (_, scene) => {
	expect(await checkScene(scene)).toEqual([]);
});
