import fc from 'fast-check';
import { z } from 'zod';
import { checkOf } from '../../nodes/engine/check';
import { assign } from '../../nodes/MobileDataGifting/operations/dataGift/assign';

const names = ['serviceKey', 'msisdn', 'amount', 'campaign', 'operator'];

const values = fc.record({
	serviceKey: fc.constantFrom('LOYALTY01', '', 'not a key'),
	msisdn: fc.constantFrom('+33 6 39 98 12 34', 33639981234, 'nobody', ''),
	amount: fc.constantFrom(1, '500', -3, 'much'),
	campaign: fc.constantFrom('', 'spring', 'x'.repeat(300)),
	operator: fc.constantFrom('', 'fr_orange', '?'),
});
const rest = { skipAlreadyGifted: true, clientId: '', checkBalance: false, timezone: 'UTC' };

describe('the check of items', () => {
	it('says of each what the whole schema says, whichever fields vary', () => {
		fc.assert(
			fc.property(values, values, fc.subarray(names), (first, second, varying) => {
				const check = checkOf(assign.params, varying);
				const same = Object.entries(first).filter(([name]) => !varying.includes(name));
				for (const item of [first, { ...second, ...Object.fromEntries(same) }]) {
					const whole = assign.params.safeParse({ ...item, ...rest });
					const own = check({ ...item, ...rest });
					if (whole.success) expect(own).toEqual({ params: whole.data });
					else expect(issuesOf(own)).toEqual(messagesOf(whole.error.issues));
				}
			}),
		);
	});

	it('checks what is the same for all items once', () => {
		const checked = jest.fn();
		const noting = (name: string) => z.unknown().transform(() => checked(name) as unknown);
		const check = checkOf(z.object({ same: noting('same'), own: noting('own') }), ['own']);
		for (const own of [1, 2, 3]) check({ same: 0, own });
		expect(checked.mock.calls.flat().sort()).toEqual(['own', 'own', 'own', 'same']);
	});

	it('does not split a schema that looks at several fields together', () => {
		const range = z
			.object({ from: z.number(), to: z.number() })
			.refine(({ from, to }) => from <= to, 'from is after to');
		const check = checkOf(range, ['to']);
		expect(check({ from: 1, to: 2 })).toEqual({ params: { from: 1, to: 2 } });
		expect(issuesOf(check({ from: 1, to: 0 }))).toEqual(['from is after to']);
		expect(check({ from: 0, to: 0 })).toEqual({ params: { from: 0, to: 0 } });
	});
});

function issuesOf(read: ReturnType<ReturnType<typeof checkOf>>): string[] {
	return messagesOf('issues' in read ? read.issues : []);
}

function messagesOf(issues: z.ZodIssue[]): string[] {
	return issues.map(({ message }) => message).sort();
}
