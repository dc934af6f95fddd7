import { PlatformError, unanswered } from '../../nodes/engine/core/request/errors';
import { failureCause } from '../../nodes/engine/n8n/output';
import { LongAnswerError } from '../../platform/json';
import { LoginError } from '../../platform/token';

const failed = (code: string) => Object.assign(new Error(), { code });
const host = 'api.example.com';
const search = 'Check at the platform whether it was done before you send it again.';
const later = 'Run this again later.';
const nothing = 'Nothing was sent.';
const down = 'temporarily-unavailable';

test.each([
	['a connection that was cut', failed('ECONNRESET'), later, search, down],
	[
		'an answer that is too long',
		new LongAnswerError('sent a response of more than'),
		'Ask for less: one phone number, one service, or a shorter time.',
		search,
		undefined,
	],
	[
		'an address that is none',
		failed('ENOTFOUND'),
		`${nothing} Check Base Address in the credential (${host}) and the connection of this n8n.`,
		undefined,
		down,
	],
	[
		'an identity provider that is none',
		new LoginError('unreachable', 'x', 'Check this address.'),
		`${nothing} Check this address.`,
		undefined,
		down,
	],
	[
		'a login that fails',
		new LoginError('unavailable', 'x', later),
		`${nothing} ${later}`,
		undefined,
		down,
	],
	[
		'a wrong password',
		new LoginError('refused', 'x', "Check 'Password'."),
		`${nothing} Check 'Password'.`,
		undefined,
		'credential-invalid',
	],
] as const)(
	'the error after %s names the next step',
	(_what, trouble, toRead, toWrite: string | undefined, cause) => {
		const { error } = unanswered(host, trouble);
		expect(error.message).not.toContain(host);
		expect(error.description(false)).toBe(toRead);
		expect(error.description(true)).toBe(toWrite ?? toRead);
		expect(failureCause(error, false)?.cause).toBe(cause);
	},
);

test.each<[string, PlatformError['facts'], string | undefined, string | undefined]>([
	['a refused login', { status: 401 }, 'credential-invalid', 'credential-invalid'],
	['too many requests', { status: 429 }, 'rate-limited', 'rate-limited'],
	['a refusal', { status: 404, isRefusal: true }, undefined, undefined],
	['a server that is down', { status: 503 }, down, undefined],
	['a timeout of the server', { status: 408 }, down, undefined],
	['a response that was lost', { certainty: 'inDoubt' }, down, undefined],
	['a request that never left', { certainty: 'notProcessed' }, down, down],
	[
		'an answer that is not understood',
		{ status: 200, certainty: 'answered' },
		undefined,
		undefined,
	],
])(
	'the error after %s invites n8n to retry a read, and a write where it was not done',
	(...row) => {
		const [, facts, ofRead, ofWrite] = row;
		const error = new PlatformError('x', undefined, { ...facts, retryAfterMs: 7 });
		const causes = [false, true].map((isWrite) => failureCause(error, isWrite));
		expect(causes.map((one) => one?.cause)).toEqual([ofRead, ofWrite]);
		for (const one of causes) {
			const waits = one && one.cause !== 'credential-invalid';
			expect(one).toEqual(one && { cause: one.cause, ...(waits && { retryAfterMs: 7 }) });
		}
	},
);
