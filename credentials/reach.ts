import type { IHttpRequestOptions } from 'n8n-workflow';
import { accountOf } from '../platform/account';
import { isLetIn, reachQuestions } from '../platform/reach';
import { searchIsSigned } from '../platform/signature';
import { LoginError } from '../platform/token';
import { hostOf, isWebAddress } from '../platform/trouble';
import { asSearch, authorized, exchange, type HttpRequest } from './requests';

function requestsOf(credential: object, accessToken: string): [string, IHttpRequestOptions][] {
	const { baseUrl } = accountOf(credential);
	const now = Date.now();
	return Object.entries<ReachRequest>(reachQuestions(now)).map(
		([product, { path, searchLogin, ...question }]) => {
			const request = { ...question, url: `${baseUrl}${path}` };
			return [
				product,
				searchLogin
					? asSearch(credential, request, accessToken, now)
					: authorized(credential, request, accessToken),
			];
		},
	);
}

type ReachRequest = Pick<IHttpRequestOptions, 'method' | 'body'> & {
	path: string;
	searchLogin?: boolean;
};

/**
 * Checks that the account reaches one of gifting, payments and searches, and signed searches in any case.
 * @throws LoginError when nothing answers, or refuses a product that it must reach
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
			"The login worked, but 'Base Address' in the credential must be a web address",
			'Write it in full, for example https://api.billing.example.com.',
		);
	}
	const host = hostOf(baseUrl);
	const results = await Promise.all(
		requestsOf(credential, accessToken).map(async ([what, request]) => {
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
				? "Check 'Base Address', or ask your operator what the account may do."
				: "Check that 'Base Address' and 'Identity Provider Address' belong together.";
		throw new LoginError(
			'refused',
			`The login worked, but the account can do nothing at ${host} (${all})`,
			nextStep,
		);
	}
	const refusesSearches = results.some(({ what, isIn }) => what === 'searches' && !isIn);
	if (searchIsSigned(credential) && refusesSearches) {
		throw new LoginError(
			'refused',
			`The login worked, but ${host} refuses searches (${all})`,
			"Check 'Search User', 'Search Signature Key' and the names of the headers.",
		);
	}
}
