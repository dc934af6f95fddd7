import { z } from 'zod';
import { type PlatformRecord } from '../../../../platform/answer';
import { normalizeServiceKey } from '../../../../platform/identifiers';
import { optionally } from '../../../../platform/input';
import { readRefusal } from '../../../../platform/verdict';
import { referenceOfGift } from '../../../../platform/ledger';
import { servicesIn } from '../../../../platform/pools';
import { isLetIn } from '../../../../platform/reach';
import { mask } from '../../../../platform/redact';
import { recordsFound } from '../../../../platform/search';
import { LoginError } from '../../../../platform/token';
import type { Answer } from '../../../engine/core/request/platformRequest';
import type { Sent } from '../../../engine/core/request/send';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import type { SurveyOperation } from '../../../engine/panel/operation';
import { type FilterReply, recordsIn, type Replies, repliesOf } from './questions';

export const checkSetup: SurveyOperation<{ serviceKey?: string }> = {
	value: 'checkSetup',
	name: 'Check Setup',
	action: 'Check setup',
	description: 'Check what your platform and account can do, without spending anything',
	effect: 'survey',
	costs: 'nothing',
	fields: [
		{
			...optionalServiceKeyField,
			description:
				'The service whose gifts are read first; empty means the service of the credential',
		},
	],
	params: z.object({ serviceKey: optionally(normalizeServiceKey) }),
	survey: async ({ serviceKey }, send) => ({
		records: findingsOf(await repliesOf(send, serviceKey)),
	}),
};

/** An observation of the platform, its meaning, and the next step. */
type Finding = readonly [result: string, ...Observed];
type Observed = [seen: string, meaning: string, advice?: string];

const ok = (...observed: Observed): Finding => ['ok', ...observed];
const warning = (...observed: Observed): Finding => ['warning', ...observed];
const failed = (...observed: Observed): Finding => ['failed', ...observed];

const checks: Record<string, (replies: Replies) => Finding> = {
	Login: login,
	Gifting: gifting,
	'Gift References': giftReferences,
	Payments: ({ payments }) => judged(payments, product),
	Searches: ({ search }) => judged(search, searches),
	Filters: filters,
};

/** Digits in a row, also with spaces or hyphens between: what can be a phone number. */
const numberPattern = /\+?\d(?:[\s-]?\d){6,}/g;

/** The finding of each check, fit to be sent to an operator. */
function findingsOf(replies: Replies): PlatformRecord[] {
	return Object.entries(checks).map(([check, judge]) => {
		const [result, seen, meaning, advice = 'Nothing to do.'] = judge(replies);
		return { check, result, meaning, advice, seen };
	});
}

function noAnswer({ message, cause }: Error): Finding {
	const advice =
		cause instanceof LoginError ? cause.nextStep : 'Fix the cause, or run this again later.';
	return failed(message.replace(numberPattern, mask), 'There is no usable answer.', advice);
}

function judged({ answer, error }: Sent, judge: (answer: Answer) => Finding): Finding {
	return answer ? judge(answer) : noAnswer(error);
}

/** An answer in a few characters: its status and the platform's code, never its prose. */
function codeSaid({ status, body }: Answer): string {
	const { code = '' } = readRefusal(body);
	return /^[A-Za-z_]{2,40}$/.test(code) ? `HTTP ${status} ${code}` : `HTTP ${status}`;
}

function product(answer: Answer): Finding {
	const seen = codeSaid(answer);
	if (isLetIn(answer)) {
		return ok(seen, 'The platform lets the account in; the request was only a test.');
	}
	if (answer.status === 401) {
		const meaning = 'The login is refused here, so whether the account may use it is not known.';
		return failed(seen, meaning, 'Base Address and the identity provider must belong together.');
	}
	if (answer.status === 403) {
		const advice = 'If you need it, ask your operator to enable it for this account.';
		return warning(seen, 'The account may not use it.', advice);
	}
	const advice = 'Check Base Address in the credential, or run this again later.';
	return failed(seen, 'The address answers, but not as the platform does.', advice);
}

/** Gifting needs a token in any case, so it tells whether there is one. */
function login({ services }: Replies): Finding {
	const { error } = services;
	// The login comes first: whatever else fails, there was a token.
	return error?.cause instanceof LoginError
		? noAnswer(error)
		: ok('a token', 'The login is right.');
}

function gifting({ services }: Replies): Finding {
	const records = recordsIn(services);
	if (!records) return judged(services, product);
	const keys = [...new Set(servicesIn(records).map(({ serviceKey }) => serviceKey))];
	if (keys.length > 0) {
		const seen = `services (${keys.length}): ${keys.join(', ')}`;
		return ok(seen, 'The Service dropdown shows them.');
	}
	return warning(
		'no service with a service key',
		'The Service dropdown stays empty.',
		'Type the service key. Ask your operator which services the account has.',
	);
}

function giftReferences({ gifts }: Replies): Finding {
	const lists = gifts.map(([key, reply]) => ({ key, records: recordsIn(reply) ?? [] }));
	const { key, records } = lists.find((list) => list.records.length > 0) ?? {};
	if (!records) {
		const keys = lists.map((list) => list.key).join(', ');
		return warning(
			`no gift of ${keys || 'any service'}`,
			'Whether gifts show their client references is not known.',
			'Give one gift, and run this again before you rely on Duplicates: Skip.',
		);
	}
	const withReference = records.filter((record) => referenceOfGift(record) !== undefined).length;
	const seen = `${withReference} of ${records.length} gifts of ${key} show one`;
	if (withReference > 0) {
		return ok(
			seen,
			'Duplicates: Skip is safe, and a gift without a response is found by its reference.',
		);
	}
	return warning(
		seen,
		'Duplicates: Skip refuses to start, and a gift without a response ends as outcome unknown.',
		'Ask your operator to show clientId in the list of data transactions. Until then, keep your own list of gifts.',
	);
}

function searches(answer: Answer): Finding {
	const mode = answer.isSigned ? 'Signed Headers' : 'Bearer Token';
	if (isLetIn(answer)) return searchAnswer(answer, mode);
	if (answer.status !== 401) return product(answer);
	return failed(
		`${mode}: ${codeSaid(answer)}`,
		"Searches and the transaction trigger don't work, and a payment without a response ends as outcome unknown.",
		answer.isSigned
			? "Check Search User, Search Signature Key, the names of the three headers and this machine's clock: signed headers are valid for 60 seconds. Or set Search Authentication to Bearer Token."
			: 'Ask your operator for a Search User and a Search Signature Key, and set Search Authentication to Signed Headers.',
	);
}

function filters({ filters: replies }: Replies): Finding {
	if (replies.length === 0) {
		return warning(
			'no record to tell by',
			'Which filters hold is not known.',
			'Run this again when there is a transaction.',
		);
	}
	const namesOf = (state: FilterReply['state']) =>
		replies.flatMap((reply) => (reply.state === state ? reply.name : []));
	const holding = namesOf('holds').length;
	const told = (['ignored', 'refused'] as const).flatMap((state) => {
		const names = namesOf(state).join(', ');
		return names ? `${state}: ${names}` : [];
	});
	const seen = [`${holding} of ${replies.length} hold`, ...told].join('; ');
	if (holding === replies.length) {
		return ok(seen, 'Searches give only matching records, as far as the records show.');
	}
	return warning(
		seen,
		'Get Many leaves out records that do not match, and says so, but reads them first.',
		'Add a filter that holds, such as Charged After, so that less is read.',
	);
}

function searchAnswer(answer: Answer, mode: string): Finding {
	const records = recordsFound(answer);
	if (records && Array.isArray(answer.body)) {
		const meaning = 'Get Many, look-ups of payments and the transaction trigger see every record.';
		return ok(`a list, by ${mode}`, meaning);
	}
	if (records?.length) {
		return warning(
			`a single record, by ${mode}`,
			"However many records match, one is shown: Get Many misses the others, the transaction trigger doesn't work, and a payment without a response may end as outcome unknown.",
			'Narrow filters until only one record can match, and use the Mobile Billing Trigger. Ask your operator for a version that answers with lists.',
		);
	}
	return warning(
		`no record of the last 30 days, by ${mode} (${codeSaid(answer)})`,
		'Whether a search shows a list or a single record is not known.',
		'Run this again when there is a transaction.',
	);
}
