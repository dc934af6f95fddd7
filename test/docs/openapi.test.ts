import { join } from 'node:path';

import { validate } from '@apidevtools/swagger-parser';

import { openapiFile } from '../../scripts/docs/openapi';
import { projectRoot } from '../../scripts/host/paths';

it('describes the sandbox in valid OpenAPI 3.1', async () => {
	const api = await validate(join(projectRoot, openapiFile));
	expect(Object.keys(api.paths ?? {}).length).toBeGreaterThan(40);
});
