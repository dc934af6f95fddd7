import pLimit from 'p-limit';
import { loggedIn } from '../../support/gifting';
import { Platform } from '../../support/platform';

const limit = pLimit(1);

/** A platform and a login of its own; one cell begins after the other, so that none has its answers held up by others. */
export async function oneByOne() {
	return await limit(async () => {
		const platform = await Platform.start();
		return { platform, credentials: await loggedIn(platform) };
	});
}
