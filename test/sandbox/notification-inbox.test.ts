import axios from 'axios';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const send = (method: string, path = 'chat', data?: unknown, contentType?: string) =>
	axios.request({
		method,
		url: `${sandbox.url}/_sandbox/inbox/${path}`,
		data,
		headers: { ...(contentType !== undefined && { 'content-type': contentType }) },
		validateStatus: () => true,
	});
const inbox = async (name = 'chat', params = {}) =>
	(await seller.http.get(`/_sandbox/inboxes/${name}`, { params })).data;

test('takes every method, query and body, and keeps them in order as they came', async () => {
	await send('GET', 'chat?a=1%2B1&b=x+y');
	await send('POST', 'chat', { text: 'A charge failed: é' });
	await send('POST', 'chat', 'a=1%2B1&b=x+y', 'application/x-www-form-urlencoded');
	await send('PUT', 'chat', Buffer.from('{broken'), 'application/json');
	await send('DELETE');
	await send('POST', 'chat', 'plain', 'text/plain');
	const { total, messages } = await inbox();
	expect(total).toBe(6);
	expect(messages[0]).toEqual({
		messageId: 1,
		inbox: 'chat',
		time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		method: 'GET',
		rawQuery: 'a=1%2B1&b=x+y',
		query: { a: '1+1', b: 'x y' },
		contentType: '',
		text: '',
		body: null,
		httpStatus: 200,
	});
	expect(messages.slice(1)).toMatchObject([
		{ method: 'POST', body: { text: 'A charge failed: é' } },
		{ text: 'a=1%2B1&b=x+y', body: { a: '1+1', b: 'x y' } },
		{ method: 'PUT', text: '{broken', body: null },
		{ method: 'DELETE', text: '' },
		{ text: 'plain', body: null },
	]);
});

test('inboxes are apart, are listed, and can be emptied', async () => {
	await send('POST', 'chat', { n: 1 });
	await send('POST', 'chat', { n: 2 });
	await send('POST', 'other', { n: 3 });
	expect((await seller.http.get('/_sandbox/inboxes')).data.inboxes).toEqual([
		{ name: 'chat', messages: 2 },
		{ name: 'other', messages: 1 },
	]);
	expect((await inbox('chat', { limit: 1 })).messages).toMatchObject([{ body: { n: 2 } }]);
	const { data } = await seller.http.delete('/_sandbox/inboxes/chat');
	expect(data).toMatchObject({ total: 0, messages: [] });
	expect(await inbox()).toMatchObject({ name: 'chat', total: 0, messages: [] });
	expect((await inbox('other')).total).toBe(1);
	await seller.fresh();
	expect((await inbox('other')).total).toBe(0);
});

test('answers with an error as often as it was told to', async () => {
	const set = await seller.http.put('/_sandbox/inboxes/chat', { times: 2, httpStatus: 503 });
	expect(set.data.failure).toEqual({ times: 2, httpStatus: 503 });
	const statuses = [];
	for (let n = 0; n < 3; n += 1) statuses.push((await send('POST', 'chat', {})).status);
	expect(statuses).toEqual([503, 503, 200]);
	const kept = (await inbox()).messages.map(({ httpStatus }: { httpStatus: number }) => httpStatus);
	expect(kept).toEqual(statuses);
});

test('is an address for notifications', async () => {
	const url = `${sandbox.url}/_sandbox/inbox/merchant`;
	const body = { url, serviceKey: 'GAMECLUB04', encoding: 'form', fields: { status: 'failed' } };
	const { data } = await seller.http.post('/_sandbox/notifications/fire', body);
	expect(data).toMatchObject({ status: 'DELIVERED', answer: '{"ok":true}' });
	expect((await inbox('merchant')).messages[0].body).toEqual(data.fields);
});

test.each([
	['PUT', 'inboxes/chat', { times: -1 }],
	['PUT', 'inboxes/chat', { times: 1, httpStatus: 200 }],
	['GET', 'inboxes/no%20name', undefined],
	['POST', 'inbox/a%2Fb', {}],
])('%s %s %j is refused in words', async (method, path, data) => {
	const answer = await seller.http.request({ method, url: `/_sandbox/${path}`, data });
	expect([answer.status, typeof answer.data.errorMessage]).toEqual([400, 'string']);
});
