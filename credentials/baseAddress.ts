import type { IHttpRequestHelper } from 'n8n-workflow';
import { accountOf } from '../platform/account';
import { LoginError } from '../platform/loginError';
import { codeOf, hostOf, troubleOf } from '../platform/trouble';

/**
 * Asks whether anything answers at the base address. Any answer will do, a refusal too: what the account may
 * do there is not the credential test's business.
 *
 * @throws LoginError when nothing answers
 */
export async function checkBaseAddress(
	httpRequest: IHttpRequestHelper['helpers']['httpRequest'],
	credential: object,
): Promise<void> {
	const { baseUrl } = accountOf(credential);
	await httpRequest({
		url: baseUrl,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 30_000,
	}).catch((error: unknown) => {
		throw new LoginError(
			'unreachable',
			`The login worked, but the Base Address ${hostOf(baseUrl)} cannot be reached: ${troubleOf(codeOf(error))}`,
		);
	});
}
