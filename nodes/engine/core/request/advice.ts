import { isPassing } from '../../../../platform/answer';
import { codeIn, notAllowed } from '../../../../platform/codes';
import type { Answer } from './platformRequest';

/** The next step after a status that may pass, or is about all items; undefined for any other status. */
export function adviceOnWay(
	{ status, isSigned }: Answer,
	said = '',
): { advice?: string } | undefined {
	if (isPassing(status)) return {};
	if (status === 401) return { advice: isSigned ? refusedSearch : refusedToken };
	if (status === 429) return { advice: codeIn(said)?.nextStep ?? tooMany };
	const isRedirect = status >= 300 && status < 400;
	return isRedirect
		? { advice: 'Check Base Address in the credential: redirects are not followed.' }
		: undefined;
}

const tooMany = 'Lower Concurrency or Requests per Second in the options.';
const refusedToken =
	"The login worked, but the platform doesn't accept its token. Check 'Base Address' in the credential, and 'Identity Provider Address' if it has one.";
const refusedSearch =
	"Check 'Search User' and 'Search Signature Key' in the credential, and the clock of this n8n.";

const byStatus: Record<number, string> = {
	403: notAllowed,
	404: 'Check the service key, phone number or transaction ID, and Base Address in the credential.',
};

/** What to do about a refusal, by what the platform says, else by its status. @param costs what the operation spends */
export function adviceOnRefusal(status: number, said: string, costs?: string): string {
	const known = codeIn(said);
	if (known) return known.nextStep;
	const pools =
		' If a data pool is empty, ask your operator for data: Service: Get Balance shows the rest.';
	const fix = 'Fix what the platform names, then run this item again.';
	return byStatus[status] ?? (costs === 'data' ? fix + pools : fix);
}
