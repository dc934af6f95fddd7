import { isPartial } from '../../platform/partial';

describe('an answer says that there is more', () => {
	test.each([
		[206, {}],
		[200, { link: '</transaction?page=2>; rel="next"' }],
		[200, { link: '</transaction?page=2>; rel=next' }],
		[200, { link: '</a>; rel="first", </b>; rel="prev next"' }],
	])('by %d %j', (status, headers) => {
		expect(isPartial(status, headers)).toBe(true);
	});

	test.each([
		[200, {}],
		[200, { link: '</transaction?page=1>; rel="first"' }],
		[200, { link: '</a>; rel=first, </b?next=0>; rel=last' }],
		[200, { link: ['</a>; rel=next'] }],
	])('not by %d %j', (status, headers) => {
		expect(isPartial(status, headers)).toBe(false);
	});
});
