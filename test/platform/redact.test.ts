import fc from 'fast-check';
import { withoutSecrets } from '../../platform/redact';

const secrets = ['1234', 'pa55 word', ''];

describe('what the platform says of a secret', () => {
	it('is masked in prose, dropped where a field is called so, and left alone in identifiers', () => {
		const said = {
			transactionId: '991234',
			errorMessage: 'PIN 1234 is wrong',
			pin: '1234',
			details: [{ Password: 'x', note: 'you sent 1234' }],
		};
		expect(withoutSecrets(said, ['1234', ''])).toEqual({
			transactionId: '991234',
			errorMessage: 'PIN ••• is wrong',
			details: [{ note: 'you sent •••' }],
		});
	});

	it('is masked anywhere when it is long, as tokens are', () => {
		const token = 'eyJhbGciOi.J9.abc-_123';
		expect(withoutSecrets({ echo: `token=${token};x`, id: '991234' }, [token, '1234'])).toEqual({
			echo: 'token=•••;x',
			id: '991234',
		});
	});

	it('is masked where it is all of a text', () => {
		expect(withoutSecrets({ echo: '1234', list: ['1234', 1234, null] }, secrets)).toEqual({
			echo: '•••',
			list: ['•••', 1234, null],
		});
	});

	it('never gets through prose, at whatever depth', () => {
		const prose = fc.constantFrom('you said 1234', '{"p":"pa55 word"}', 'pa55 word');
		const said = fc.array(
			fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), prose), fc.array(prose)),
		);
		fc.assert(
			fc.property(said, (value) => {
				expect(JSON.stringify(withoutSecrets(value, ['1234', 'pa55 word']))).not.toMatch(
					/said 1234|pa55 word/,
				);
			}),
		);
	});
});
