import { checkServiceCredential } from '../../platform/service';

const service = (change: object = {}) => ({ serviceKey: 'GAMECLUB04', ...change });
const withMore = (...more: object[]) => ({ ...service(), moreServices: { service: more } });
const secret = 'signing-key-of-nobody';

describe('the test of a service credential', () => {
	it.each([
		['one service', service({ signingSecret: secret })],
		['several', withMore({ serviceKey: 'NEWSDAILY05' }, { serviceKey: 'TICKETS08' })],
	])('passes %s', async (_what, data) => {
		expect(await checkServiceCredential({ data })).toMatchObject({ status: 'OK' });
	});

	it.each([
		['the first key', service({ signingSecret: `${secret} ` }), /^'Signature Key' begins/],
		[
			'a further signature key',
			withMore(
				{ serviceKey: 'TICKETS08' },
				{ serviceKey: 'NEWSDAILY05', signingSecret: `${secret} ` },
			),
			/^NEWSDAILY05: 'Signature Key' begins/,
		],
		[
			'the first of several',
			{ ...withMore({ serviceKey: 'NEWSDAILY05' }), signingSecret: `${secret}\n` },
			/^GAMECLUB04: 'Signature Key' begins/,
		],
		[
			'a further panel login',
			withMore({ serviceKey: 'NEWSDAILY05', panelUsername: 'shop' }),
			/^NEWSDAILY05: 'Panel User Name'/,
		],
		['a further service key', withMore(service(), { serviceKey: '' }), /^Service 3: 'Service Key'/],
	])('names %s', async (_what, data, words) => {
		const { status, message } = await checkServiceCredential({ data });
		expect([status, message]).toEqual(['Error', expect.stringMatching(words)]);
		expect(message).not.toContain(secret);
	});
});
