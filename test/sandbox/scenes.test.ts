import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/host/paths';
import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const [, section = ''] = readFileSync(join(projectRoot, 'sandbox/README.md'), 'utf8').split(
	'## Scenes',
);
const [scenes = ''] = section.split('## Control API');

it.each([...scenes.matchAll(/`(\[?\{ .*?)`/g)].map(([, json = '']) => json))(
	'the sandbox takes the scene %s',
	async (json) => {
		const { http } = shop.seller;
		const isFault = json.startsWith('[');
		const { status } = isFault
			? await http.put('/_sandbox/faults', JSON.parse(json))
			: await http.patch('/_sandbox/settings', JSON.parse(json));
		expect(status).toBe(200);
	},
);
