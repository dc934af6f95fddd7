import { readDecision } from '../../platform/decision';

const outcomes = { accepted: 'canceled', notAcceptable: 'underWay' };

it.each<[number, unknown, string | undefined]>([
	[200, { status: 'ACCEPTED', errorMessage: '' }, 'canceled'],
	[202, { status: 'ACCEPTED', errorMessage: null }, 'canceled'],
	[406, { status: 'NOT_ACCEPTABLE', errorMessage: 'under way' }, 'underWay'],
	[200, { status: 'ACCEPTED', errorMessage: 'later' }, undefined],
	[200, { status: 'PENDING' }, undefined],
	[200, {}, undefined],
	[200, [], undefined],
	[202, '', undefined],
	[406, '<html></html>', undefined],
	[400, { status: 'INVALID_REQUEST' }, undefined],
	[500, { status: 'ACCEPTED' }, undefined],
])('HTTP %i with %j is %s', (status, body, outcome) => {
	expect(readDecision({ status, body }, outcomes)).toEqual(outcome && { outcome, said: body });
});

it('a success that refuses is a refusal', () => {
	const body = { status: 'INVALID_SERVICE', errorMessage: 'no such service' };
	expect(readDecision({ status: 200, body }, outcomes)).toEqual({
		refused: { code: 'INVALID_SERVICE', words: 'no such service' },
	});
});
