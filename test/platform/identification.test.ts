import fc from 'fast-check';
import {
	identificationFields,
	identificationLink,
	readStatusAnswer,
	verifyIdentificationReturn,
} from '../../platform/identification';
import { serviceOf } from '../../platform/service';
import { isSigned, signatureOf } from '../../platform/signature';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const seconds = String(now / 1000);
const signing = serviceOf({ serviceKey: 'GAMECLUB04', signingSecret: 'invented-signature-key' });
const keyless = serviceOf({ serviceKey: 'GAMECLUB04' });

describe('an identification request', () => {
	it('carries the Unix time in seconds, and is signed when the service has a key', () => {
		const fields = identificationFields({ apikey: 'GAMECLUB04', userid: 'u1' }, signing, now);
		expect(fields.timestamp).toBe(seconds);
		expect(isSigned(fields, signing)).toBe(true);
		expect(identificationFields({ apikey: 'K', userid: 'u1' }, keyless, now)).not.toHaveProperty(
			'sign',
		);
	});
});

describe('the answer to an identification', () => {
	it.each([
		[false, false, 'noSubscription'],
		[true, false, 'renewalPending'],
		[false, true, 'alreadyPaid'],
		[true, true, 'active'],
		['false', 'false', 'noSubscription'],
		['TRUE', 'False', 'renewalPending'],
		['true', true, 'active'],
	])('active %p, valid %p is %s', (active, valid, outcome) => {
		const reading = readStatusAnswer({ active, valid, operator: 'FR_DEMOTEL' });
		expect(reading?.outcome).toBe(outcome);
		expect(typeof reading?.record.active).toBe('boolean');
		expect(typeof reading?.record.valid).toBe('boolean');
		expect(reading?.record.operator).toBe('FR_DEMOTEL');
	});

	it('says when the subscription expires as ISO time beside the Unix time', () => {
		for (const expirationdate of [Number(seconds), seconds]) {
			const record = readStatusAnswer({ active: true, valid: true, expirationdate })?.record;
			expect(record).toMatchObject({
				expirationdate,
				expirationDateIso: '2026-11-21T12:00:00.000Z',
			});
		}
		const odd = readStatusAnswer({ active: true, valid: true, expirationdate: 'never' })?.record;
		expect(odd).not.toHaveProperty('expirationDateIso');
	});

	it('that does not say is outcome unknown with all that came', () => {
		expect(readStatusAnswer({ active: 'maybe', valid: true })).toEqual({
			outcome: 'unknown',
			record: { active: 'maybe', valid: true },
		});
		expect(readStatusAnswer({ userid: 'u1' })?.outcome).toBe('unknown');
		expect(readStatusAnswer('a page')).toBeUndefined();
	});
});

describe('an identification link', () => {
	it('keeps the query of the return URL and survives being parsed, whatever is in it', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (returnurl) => {
				const link = identificationLink(
					'https://billing.example',
					{ apikey: 'GAMECLUB04', returnurl },
					signing,
					now,
				);
				const { origin, pathname, searchParams } = new URL(link);
				expect(origin + pathname).toBe('https://billing.example/payment/pages/subIdentify.jsf');
				const query = Object.fromEntries(searchParams);
				expect(query).toMatchObject({ apikey: 'GAMECLUB04', returnurl, timestamp: seconds });
				expect(isSigned(query, signing)).toBe(true);
			}),
		);
	});

	it('is not signed without a key', () => {
		const link = identificationLink(
			'https://b.example',
			{ apikey: 'K', returnurl: 'https://s.example' },
			keyless,
			now,
		);
		expect(new URL(link).searchParams.has('sign')).toBe(false);
	});
});

describe('a return from identification', () => {
	const signed = (query: Record<string, string>) => ({
		...query,
		sign: signatureOf(query, signing),
	});
	const read = (query: Record<string, string>, service = signing) =>
		verifyIdentificationReturn(query, service, 300, now);

	it('with a user ID is a valid subscription, without one it is none', () => {
		expect(read(signed({ userid: 'u1', timestamp: seconds, article: '9' }))).toEqual({
			outcome: 'subscribed',
			userId: 'u1',
			signatureChecked: true,
		});
		expect(read(signed({ timestamp: seconds }))).toEqual({
			outcome: 'notSubscribed',
			signatureChecked: true,
		});
	});

	it.each([
		['unsigned', { userid: 'u1', timestamp: seconds }, /missing/],
		[
			'signed for another',
			{ ...signed({ userid: 'u1', timestamp: seconds }), userid: 'u2' },
			/wrong/,
		],
		['old', signed({ userid: 'u1', timestamp: String(Number(seconds) - 301) }), /301 seconds old/],
		[
			'from the future',
			signed({ userid: 'u1', timestamp: String(Number(seconds) + 61) }),
			/future/,
		],
		['without a time', signed({ userid: 'u1' }), /timestamp/],
		['with an odd time', signed({ userid: 'u1', timestamp: '1e9' }), /timestamp/],
	])('that is %s is not genuine', (_, query, reason) => {
		const { outcome, reason: said, userId } = read(query as Record<string, string>);
		expect(outcome).toBe('notGenuine');
		expect(said).toMatch(reason);
		expect(userId).toBeUndefined();
	});

	it('says that nobody checked a signature where there is no key; the age is checked all the same', () => {
		expect(read({ userid: 'u1', timestamp: seconds }, keyless)).toEqual({
			outcome: 'subscribed',
			userId: 'u1',
			signatureChecked: false,
		});
		expect(read({ userid: 'u1', timestamp: '1000000000' }, keyless).outcome).toBe('notGenuine');
	});
});
