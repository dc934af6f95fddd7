import fc from 'fast-check';
import { parametersOf, type Parameters } from '../../platform/delivery';
import { genuineReading } from '../../platform/genuine';
import { serviceOf, servicesOf, signingAlgorithms } from '../../platform/service';
import { signatureOf } from '../../platform/signature';

const alpha = serviceOf({ serviceKey: 'ALPHA01', signingSecret: 'invented-key-of-alpha' });
const beta = serviceOf({ serviceKey: 'BETA02', signingSecret: 'invented-key-of-beta' });
const keyless = serviceOf({ serviceKey: 'GAMMA03' });

const signedBy = (service: typeof alpha, parameters: Parameters) => ({
	...parameters,
	sign: signatureOf(parameters, service),
});
const query = (rawQuery: string) =>
	parametersOf({ method: 'GET', rawQuery, contentType: '', body: new Uint8Array() });

describe('a call is genuine', () => {
	it('when the service it names has signed it', () => {
		const call = signedBy(beta, { service: 'BETA02', status: 'failed' });
		expect(genuineReading([call], [alpha, beta])).toEqual({
			parameters: call,
			signatureChecked: true,
		});
	});

	it('when it names no service and any of them has signed it', () => {
		const calls: Parameters[] = [{ userid: '7' }, { userid: '7', service: '' }];
		for (const call of calls) {
			expect(genuineReading([signedBy(beta, call)], [alpha, beta])).toBeDefined();
		}
	});

	it('in the reading that is signed, and that one is handed on', () => {
		const value = fc.stringMatching(/^[A-Za-z0-9+/= ]{1,30}$/);
		const algorithm = fc.constantFrom(...signingAlgorithms);
		fc.assert(
			fc.property(value, value, algorithm, (id, message, signingAlgorithm) => {
				const service = { ...alpha, signingAlgorithm };
				const sent = signedBy(service, { transactionid: id, errormessage: message });
				const encoded = new URLSearchParams(sent).toString();
				const bare = Object.entries(sent).map(
					([name, text]) => `${name}=${text.replaceAll(' ', '%20')}`,
				);
				for (const text of [encoded, bare.join('&')]) {
					const found = genuineReading(query(text), [service]);
					expect({ ...found?.parameters }).toEqual(sent);
				}
			}),
		);
	});

	it('when only its transaction id came with a bare plus', () => {
		const sent = signedBy(alpha, { transactionid: 'a+b==', errormessage: 'no credit' });
		const text = `transactionid=a+b==&errormessage=no+credit&sign=${sent.sign}`;
		expect(genuineReading(query(text), [alpha])?.parameters).toEqual(sent);
	});

	it('or not checked, when no services are given; then a plus belongs to the transaction id', () => {
		expect(genuineReading(query('transactionid=a+b&errormessage=no+credit'), undefined)).toEqual({
			parameters: { transactionid: 'a+b', errormessage: 'no credit' },
			signatureChecked: false,
		});
		expect(genuineReading([{ sign: 'wrong' }], undefined)?.signatureChecked).toBe(false);
	});
});

describe('a call is not genuine', () => {
	it.each<[string, Parameters]>([
		['unsigned', { service: 'ALPHA01' }],
		['signed by another of the services', signedBy(beta, { service: 'ALPHA01' })],
		['signed for a service that nobody has', signedBy(alpha, { service: 'OTHER09' })],
		[
			'signed with the empty key of a service without one',
			signedBy(keyless, { service: 'GAMMA03' }),
		],
		['signed with an empty key, naming nobody', signedBy(keyless, { status: 'success' })],
	])('when %s', (_, call) => {
		expect(genuineReading([call], [alpha, beta, keyless])).toBeUndefined();
	});

	it('when there is no service that signs', () => {
		expect(genuineReading([{ status: 'success' }], [])).toBeUndefined();
		expect(genuineReading([signedBy(keyless, {})], servicesOf({}))).toBeUndefined();
	});

	it('when one value of it was changed', () => {
		const fields = fc.dictionary(fc.stringMatching(/^[a-r]{1,8}$/), fc.string(), { minKeys: 1 });
		fc.assert(
			fc.property(fields, fc.nat(), fc.string({ minLength: 1 }), (sent, pick, more) => {
				const names = Object.keys(sent);
				const name = names[pick % names.length] ?? '';
				const changed = { ...signedBy(alpha, sent), [name]: `${sent[name] ?? ''}${more}` };
				expect(genuineReading([changed], [alpha])).toBeUndefined();
			}),
		);
	});
});
