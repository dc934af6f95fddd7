import { readFileSync } from 'node:fs';
import axios from 'axios';
import { deskUrl, figuresOf, planCampaign, press } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import {
	campaignFormUrl,
	campaignsWorkflow,
	campaignWorkflow,
	cancellationUrl,
	cancelWorkflow,
	guardUrl,
	guardWorkflow,
	sellWorkflow,
	shopUrl,
} from '../../scripts/try/workflows';
import { filesIn } from '../../scripts/docs/pages';
import { deleteCampaigns } from '../support/dataTables';
import { lenient, takesCalls } from '../support/e2e/calling';
import { submitNumber } from '../support/customer';
import { Form, formData } from '../support/form';
import { parametersOf, ready, Workspace, type WorkflowFile } from '../support/workspace';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publishReady(campaignWorkflow, sellWorkflow, guardWorkflow, cancelWorkflow);
	await deleteCampaigns(workspace.client);
	await workspace.publishReady(campaignsWorkflow);
});

afterAll(async () => {
	await workspace.close();
});

const shipped = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;

describe('the form that gives data', () => {
	const csv = 'customer,name,phone,operator,megabytes\nC-1,Ada,+33 6 39 98 00 11,FR_DEMOTEL,100\n';
	const list = { fileName: 'list.csv', type: 'text/csv', content: csv };

	it('is not published before a login is chosen', async () => {
		const workflow = shipped(campaignWorkflow.file);
		const form = workflow.nodes.find(({ name }) => name === 'Campaign form');
		delete form?.credentials;
		const publishing = workspace.publish({ giftsWithoutLogin: workflow });
		await expect(publishing).rejects.toThrow(/Campaign form.*Missing required credential/);
	});

	it.each([
		['nobody', undefined],
		['the wrong password', { ...formLogin, password: 'guess' }],
	])('opens neither its page nor its campaign without a login: %s', async (_, auth) => {
		const url = campaignFormUrl(workspace.url);
		await Form.open(url, { auth: formLogin });
		const { status } = await axios.get(url, { ...lenient, auth });
		const posted = await axios.post(url, formData(['Stolen', list]), { ...lenient, auth });
		expect([status, posted.status]).toEqual([401, 401]);
		expect(await workspace.client.executions(campaignWorkflow.id)).toEqual([]);
		expect(workspace.sandbox.world.ledger.entries).toEqual([]);
	});
});

describe('campaigns', () => {
	const plan = {
		campaign: 'Stolen',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: 100,
	};
	const rows = [{ phone: '33639980011', megabytes: 5 }];
	const pageUrl = (key: string) => `${workspace.url}/webhook/mobile-data-campaign?key=${key}`;

	it('are not published before the desk has a login', async () => {
		const workflow = shipped(campaignsWorkflow.file);
		for (const node of workflow.nodes) {
			if ('path' in node.parameters)
				node.parameters.path = `closed-${String(node.parameters.path)}`;
			if (node.name === 'Campaign desk') delete node.credentials;
		}
		const publishing = workspace.publish({ campaignsWithoutLogin: workflow });
		await expect(publishing).rejects.toThrow(/Campaign desk.*Missing required credential/);
	});

	it.each([
		['nobody', undefined],
		['the wrong password', { ...formLogin, password: 'guess' }],
	])('are neither shown nor planned without a login: %s', async (_, auth) => {
		await takesCalls(deskUrl(workspace.url));
		// The runner starts by itself every 10 seconds.
		const called = async () =>
			(await workspace.client.executions(campaignsWorkflow.id)).filter(
				({ mode }) => mode !== 'trigger',
			);
		const known = (await called()).length;
		const { status } = await axios.get(deskUrl(workspace.url), { ...lenient, auth });
		const bodies = [{ ...plan, rows }, formData(['Stolen'])];
		for (const body of bodies) {
			const posted = await axios.post(deskUrl(workspace.url), body, { ...lenient, auth });
			expect(posted.status).toBe(401);
		}
		expect(status).toBe(401);
		expect(await called()).toHaveLength(known);
	});

	it('are found by their whole key only', async () => {
		const { statusUrl, controlUrl } = await planCampaign(workspace.url, {
			...plan,
			campaign: 'Sought',
			rows,
		});
		const keys = [statusUrl, controlUrl].map((url) => new URL(url).searchParams.get('key') ?? '');
		const [view = '', control = ''] = keys;
		const guesses = [
			'',
			'%25',
			'_',
			'undefined',
			'null',
			view.slice(1),
			`${view}%00`,
			control.toUpperCase(),
			`${view}&key=${control}`,
			`&key[]=${control}`,
			`&key[$ne]=x`,
			`x&controlKey=${control}`,
		];
		for (const guess of guesses) {
			const { status, data } = await axios.get<string>(pageUrl(guess), lenient);
			expect([guess, status]).toEqual([guess, 404]);
			expect(data).toContain('There is no such campaign');
		}
		const form = new URLSearchParams({ key: control, action: 'cancel' });
		expect((await axios.post(pageUrl(''), form, lenient)).status).toBe(404);
		for (const method of ['PUT', 'PATCH', 'DELETE']) {
			for (const url of [pageUrl(control), deskUrl(workspace.url)]) {
				const { status } = await axios.request({ ...lenient, method, url, auth: formLogin });
				expect([method, status]).toEqual([method, 404]);
			}
		}
		expect(await figuresOf(statusUrl)).toMatchObject({ status: 'planned' });
	});

	it('show no number, row, button or other key to anyone with the view key', async () => {
		const asked = { ...plan, campaign: 'Shown', rows: [...rows, { phone: '06 60 12 34 56' }] };
		const { statusUrl, controlUrl, hash } = await planCampaign(workspace.url, asked);
		for (const query of ['', '&format=file', '&format=json', '&view=cancel']) {
			const { headers, data } = await axios.get<unknown>(`${statusUrl}${query}`, lenient);
			expect(headers).not.toHaveProperty('content-disposition');
			const text = JSON.stringify(data);
			for (const hidden of ['33639980011', '06 60', '<form', new URL(controlUrl).search.slice(5)]) {
				expect(text).not.toContain(hidden);
			}
		}
		for (const action of ['approve', 'cancel', 'retry', 'countGiven', 'delete', '__proto__']) {
			const text = await press(statusUrl, action, { hash, by: 'stranger', key: 'x' });
			expect(text).toContain('Nothing was changed');
		}
		expect(await figuresOf(statusUrl)).toMatchObject({ status: 'planned' });
	});
});

/** Submits a number from an address, as the proxy in front of n8n says. A visitor can write what stands before it. */
const from = (address: string) => ({
	headers: { 'X-Forwarded-For': `${Math.random()}, ${address}` },
});
const tooMany = 'Too many requests';

/** Submits many numbers at once; gives how many were passed on. */
async function passed(url: string, requests: [address: string, number: string][]): Promise<number> {
	const pages = requests.map(async ([address, number]) => {
		return (await submitNumber(url, number, from(address))).page;
	});
	return (await Promise.all(pages)).filter((page) => !page.includes(tooMany)).length;
}

describe('the form that sells', () => {
	const payments = async () => (await workspace.seller.payments()).length;

	it('has at most three SMS sent to one number in an hour, however it is written', async () => {
		const url = shopUrl(workspace.url);
		const spellings = ['33639980162', '+33 6 39 98 01 62', '0033639980162', 'tel:+33-639980162'];
		const before = await payments();
		for (const [n, number] of spellings.entries()) {
			const form = await submitNumber(url, number, from(`192.0.2.${n}`));
			if (n < 3) form.sees('You have a new SMS');
			else expect(form.sees(tooMany)).toContain('No payment was started');
		}
		expect((await payments()) - before).toBe(3);
	});

	it('passes on at most three of six requests for one number that come at once', async () => {
		const before = await payments();
		const requests = Array.from(
			{ length: 6 },
			(_, n) => [`198.51.100.${n}`, '33639980163'] as [string, string],
		);
		const count = await passed(shopUrl(workspace.url), requests);
		expect(count).toBeLessThanOrEqual(3);
		expect((await payments()) - before).toBe(count);
	});

	it('passes on at most ten of twelve numbers from one address', async () => {
		const before = await payments();
		const requests = Array.from(
			{ length: 12 },
			(_, n) => ['203.0.113.7', `336399802${n + 10}`] as [string, string],
		);
		const count = await passed(shopUrl(workspace.url), requests);
		expect(count).toBeLessThanOrEqual(10);
		expect((await payments()) - before).toBe(count);
		expect(await passed(shopUrl(workspace.url), [['203.0.113.8', '33639980230']])).toBe(1);
	});
});

describe('the form that cancels', () => {
	const number = '33639980169';

	it('cancels the subscription of a customer whom strangers have asked about, even many at once', async () => {
		const url = cancellationUrl(workspace.url);
		await workspace.seller.optIn({ msisdn: number, userid: number });
		for (let n = 0; n < 5; n++) {
			(await submitNumber(url, '33639980170', from(`198.51.100.${n}`))).sees(
				'No subscription found',
			);
		}
		const others = Array.from(
			{ length: 8 },
			(_, n) => [`203.0.113.${n + 40}`, '33639980170'] as [string, string],
		);
		expect(await passed(url, others)).toBeGreaterThan(0);
		(await submitNumber(url, '33639980170', from('198.51.100.90'))).sees('No subscription found');
		(await submitNumber(url, number, from('198.51.100.91'))).sees('Your subscription ends');
	});

	it('passes on ten requests from an address, and those from others', async () => {
		const url = cancellationUrl(workspace.url);
		const numbers = Array.from({ length: 10 }, (_, n) => `336399802${n + 50}`);
		for (const one of numbers) {
			(await submitNumber(url, one, from('203.0.113.60'))).sees('No subscription found');
		}
		const refused = await submitNumber(url, number, from('203.0.113.60'));
		expect(refused.sees(tooMany)).toContain('Nothing was');
		(await submitNumber(url, number, from('203.0.113.61'))).sees('No subscription found');
	});

	it('counts only what came within the time that is set', async () => {
		const brief = ready(cancelWorkflow, workspace.sandbox.url);
		const form = brief.nodes.find(({ name }) => name === 'Cancellation page');
		Object.assign(form ?? {}, { webhookId: 'cancel-briefly' });
		parametersOf(brief, 'Cancellation page').path = 'cancel-briefly';
		parametersOf(brief, 'Delete old requests').filters = {
			conditions: [{ keyName: 'createdAt', condition: 'lt', keyValue: '={{ $now.toISO() }}' }],
		};
		await workspace.publish({ cancelBriefly: brief });
		const url = `${workspace.url}/webhook/cancel-briefly`;
		for (let count = 0; count < 12; count++) {
			(await submitNumber(url, number)).sees('No subscription found');
		}
	});
});

describe('the guard', () => {
	const subscriber = '33639980171';

	beforeAll(async () => {
		await workspace.seller.optIn({ msisdn: subscriber, userid: subscriber });
	});

	const visit = async (customer: string, address: string) => {
		const call = { ...lenient, ...from(address) };
		return await axios.get<string>(guardUrl(workspace.url, customer), call);
	};
	const statusesOf = async (visits: [customer: string, address: string][]) => {
		const answers = await Promise.all(visits.map(async (one) => await visit(...one)));
		return answers.map(({ status }) => status).sort();
	};
	const checks = () => {
		const { routes } = workspace.sandbox.world.traffic.report();
		const asked = Object.values(routes['POST /api/payment/1_4/subscription'] ?? {});
		return asked.reduce((sum, count) => sum + count, 0);
	};

	it('lets nobody try more than 30 numbers from one address, and lets others in', async () => {
		const before = checks();
		const numbers = Array.from({ length: 33 }, (_, n) => `336399803${n + 10}`);
		const statuses = await statusesOf(numbers.map((number) => [number, '203.0.113.20']));
		const passedOn = statuses.filter((status) => status === 402).length;
		expect(passedOn).toBeLessThanOrEqual(30);
		expect(statuses.filter((status) => status === 429)).toHaveLength(33 - passedOn);
		expect(checks() - before).toBe(passedOn);
		const { status, data } = await visit(subscriber, '203.0.113.20');
		expect([status, data]).toEqual([429, expect.stringContaining(tooMany)]);
		expect(checks() - before).toBe(passedOn);
		expect(await visit(subscriber, '203.0.113.21')).toMatchObject({ status: 200 });
	});

	it('lets in a subscriber whose user ID strangers have tried', async () => {
		const visits = Array.from(
			{ length: 33 },
			(_, n) => [subscriber, `198.51.100.${n + 100}`] as [string, string],
		);
		await statusesOf(visits);
		expect(await visit(subscriber, '203.0.113.22')).toMatchObject({ status: 200 });
	});
});

it.each([
	'constructor',
	'__proto__',
	'toString',
	'pending',
	'%3Cscript%3E',
	'success&status=failed',
])(
	'the guard answers 404 to the status %s, and no page of it can be framed or told to others',
	async (status) => {
		const url = `${guardUrl(workspace.url, '33639980108')}&status=${status}`;
		const answer = await axios.get<string>(url, lenient);
		expect(answer.status).toBe(404);
		expect(answer.headers).toMatchObject({
			'x-frame-options': 'DENY',
			'referrer-policy': 'no-referrer',
		});
	},
);

it('no address of a form or webhook is the same after two imports', async () => {
	const idsOf = async (id: string, file: string) => {
		const { name, nodes, connections, settings } = shipped(file);
		const body = { id, name, nodes, connections, settings };
		const { data } = await workspace.client.http.post<{ data: WorkflowFile }>('/workflows', body);
		const opened = data.data.nodes.filter(({ webhookId }) => webhookId);
		return opened.map(({ webhookId }) => webhookId);
	};
	for (const file of filesIn('workflows', '.json')) {
		const [first, second] = [
			await idsOf(`first${file}`.replace(/\W/g, ''), file),
			await idsOf(`second${file}`.replace(/\W/g, ''), file),
		];
		expect(first.filter((id) => second.includes(id))).toEqual([]);
	}
});
