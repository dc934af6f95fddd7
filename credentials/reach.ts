import type { IHttpRequestOptions } from 'n8n-workflow';
import { accountOf } from '../platform/account';
import { isLetIn, reachProbes } from '../platform/reach';
import { searchIsSigned } from '../platform/signature';
import { LoginError } from '../platform/token';
import { hostOf, isWebAddress } from '../platform/trouble';
import { asSearch, authorized, exchange, type HttpRequest } from './requests';

/** Reads that change and charge nothing: one for each thing an account may be for. */
function probesOf(credential: object, accessToken: string): [string, IHttpRequestOptions][] {
	const { baseUrl } = accountOf(credential);
	const now = Date.now();
	const { gifting, payments, searches } = reachProbes(now);
	const at = ({ path, ...request }: { path: string }): IHttpRequestOptions => ({
		...request,
		url: `${baseUrl}${path}`,
	});
	return [
		['gifting', authorized(credential, at(gifting), accessToken)],
		['payments', authorized(credential, at(payments), accessToken)],
		['searches', asSearch(credential, at(searches), accessToken, now)],
	];
}

/**
 * Checks what the account reaches at the base address. Few merchants may do everything, so one of gifting, payments and
 * searches is enough; searches must work, too, when the credential signs them.
 *
 * @throws LoginError when nothing answers, or says no to what it must reach
 */
export async function checkReach(
	httpRequest: HttpRequest,
	credential: object,
	accessToken: string,
): Promise<void> {
	const { baseUrl, authUrl } = accountOf(credential);
	if (!isWebAddress(baseUrl)) {
		throw new LoginError(
			'refused',
			"The login worked, but 'Base Address' in the credential must be a web address. Write it in full, for example https://api.billing.example.com",
		);
	}
	const host = hostOf(baseUrl);
	const results = await Promise.all(
		probesOf(credential, accessToken).map(async ([what, request]) => {
			const whom = `The login worked, but 'Base Address' ${host}`;
			const answer = await exchange(httpRequest, request, whom);
			const isIn = isLetIn(answer);
			return { what, isIn, words: isIn ? `${what} works` : `${what}: HTTP ${answer.status}` };
		}),
	);
	const all = results.map(({ words }) => words).join(', ');
	if (!results.some(({ isIn }) => isIn)) {
		const nextStep =
			authUrl === ''
				? "Check 'Base Address', or ask your operator what the account may do"
				: "Check that 'Base Address' and 'Identity Provider Address' belong together";
		throw new LoginError(
			'refused',
			`The login worked, but the account can do nothing at ${host} (${all}). ${nextStep}`,
		);
	}
	const refusesSearches = results.some(({ what, isIn }) => what === 'searches' && !isIn);
	if (searchIsSigned(credential) && refusesSearches) {
		throw new LoginError(
			'refused',
			`The login worked, but ${host} refuses searches (${all}). Check 'Search User', 'Search Signature Key' and the names of the headers`,
		);
	}
}
