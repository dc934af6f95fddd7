import type { Flow } from '../../pages/offer';
import { hintsIn, readVisit } from '../../pages/visit';

it.each<[Flow, object, object]>([
	['sell', { query: { lang: 'fr' } }, { outcome: 'form', customer: '' }],
	['sell', { query: { phone: '33639981234' } }, { outcome: 'form', typed: '33639981234' }],
	[
		'sell',
		{ body: { phone: ' +33 (0) 6 39-98 12 34' } },
		{ outcome: 'submitted', customer: '33639981234', typed: '+33 (0) 6 39-98 12 34' },
	],
	['sell', { body: { phone: '0033639981234' } }, { customer: '33639981234' }],
	['sell', { body: { phone: '٣٣٦٣٩٩٨١٢٣٤' } }, { customer: '33639981234' }],
	...[
		'06 39 98 12 34',
		'000033639981234',
		'+৪৩ 660 1234567',
		"' or 1=1",
		'33639981234 or 1=1',
		'+33639981234;+33639981235',
		'<b>',
		`+33639981234${' '.repeat(40)}5`,
	].flatMap((phone): [Flow, object, object][] => [
		['sell', { body: { phone } }, { outcome: 'wrongNumber', customer: '' }],
		['cancel', { body: { phone } }, { outcome: 'wrongNumber', customer: '' }],
	]),
	['cancel', { body: { phone: ['1', '2'] } }, { outcome: 'wrongNumber' }],
	['guard', { query: { customer: ' user 7 ' } }, { outcome: 'submitted', customer: 'user 7' }],
	['guard', { query: { customer: '7'.repeat(100) } }, { customer: '7'.repeat(100) }],
	['guard', { query: { customer: '7'.repeat(101) } }, { outcome: 'noSubscription', customer: '' }],
	['guard', { query: {} }, { outcome: 'noSubscription', address: '' }],
	['guard', { query: { customer: '7', status: 'success' } }, { returned: 'success' }],
	[
		'guard',
		{ query: { customer: '7', status: '__proto__' } },
		{ outcome: 'notFound', returned: '' },
	],
	['guard', { query: { customer: '7', status: ['failed'] } }, { returned: 'failed' }],
	['guard', {}, { outcome: 'noSubscription', ownAddress: '' }],
])('the visit of %s by %j is read', (flow, request, visit) => {
	expect(readVisit(flow, { ...request }, 1)).toMatchObject(visit);
});

it.each([
	[1, '9.9.9.9, 192.0.2.1', '192.0.2.1'],
	[2, '9.9.9.9, 192.0.2.1, 10.0.0.1', '192.0.2.1'],
	[2, '10.0.0.1', '33639981234'],
	[1, undefined, '33639981234'],
])('with %i proxies, %s counts for %s', (proxies, header, address) => {
	const headers = { 'x-forwarded-for': header };
	const request = { headers, body: { phone: '33639981234' } };
	expect(readVisit('sell', request, proxies)).toMatchObject({ address });
});

it.each<[object, object]>([
	[
		{ query: { lang: 'fr' }, headers: { 'accept-language': 'de' } },
		{ link: 'fr', browser: 'de' },
	],
	[{ query: { lang: ['fr'] } }, { link: '', browser: '' }],
	[{}, { link: '', browser: '' }],
])('%j asks for the languages %j', (request, hints) => {
	expect(hintsIn({ ...request })).toEqual(hints);
});

it('a number that no plan has is read as a number of the country of the page', () => {
	const request = { body: { phone: '06 39 98 12 34' } };
	const visit = readVisit('sell', request, 1, ['FR', 'DE'], 'FR');
	expect(visit).toMatchObject({ outcome: 'submitted', customer: '33639981234' });
});
