import { InputError } from '../../platform/input';
import { attemptsLeft, normalisePin } from '../../platform/pin';

describe('a PIN', () => {
	it('keeps its leading zeros and loses its spaces', () => {
		expect(normalisePin(' 00 42 ')).toBe('0042');
		expect(normalisePin(1234)).toBe('1234');
		expect(normalisePin('aB12')).toBe('aB12');
	});

	it.each(['', '   ', '12-34', 'x'.repeat(21), '<script>', undefined, ['1234']])(
		'%p is refused without being repeated',
		(value) => {
			expect(() => normalisePin(value)).toThrow(InputError);
			expect(() => normalisePin(value)).not.toThrow(/12-34|script/);
		},
	);

	it('that came as a short number may have lost a 0, and is refused', () => {
		expect(() => normalisePin(42)).toThrow('Hand it over as text');
		expect(normalisePin('042')).toBe('042');
	});

	it('may be wrong three times', () => {
		expect(attemptsLeft('invalidPin', 0)).toEqual({ attemptsLeft: 2 });
		expect(attemptsLeft('invalidPin', 1)).toEqual({ attemptsLeft: 1 });
		// One that is only called wrong was not the third, whatever was counted.
		expect(attemptsLeft('invalidPin', 7)).toEqual({ attemptsLeft: 1 });
		expect(attemptsLeft('invalidPin', undefined)).toEqual({});
		expect(attemptsLeft('attemptsExceeded', 0)).toEqual({ attemptsLeft: 0 });
		expect(attemptsLeft('accepted', 1)).toEqual({});
	});
});
