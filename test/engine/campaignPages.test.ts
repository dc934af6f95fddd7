import { foreignForm } from '../../desk/formToken';
import { runCampaign, storedCampaign } from '../support/campaign/stored';
import { n8nWith, Platform } from '../support/platform';
import { fieldsOf } from '../support/runNode';

const platform = Platform.forEach();

const itemsOf = (...rows: object[]) => rows.map((json) => ({ json }));
const run = async (
	...[parameters, items, more]: [object, object[]?, Parameters<typeof runCampaign>[3]?]
) => await runCampaign(n8nWith(platform.account), parameters, items, more);

const planned = storedCampaign(3, {}, false);
const running = storedCampaign(3);

describe('Answer Desk', () => {
	const html = { accept: 'text/html,application/xhtml+xml' };
	const pageUrl = 'https://n8n.example.com/webhook/mobile-data-campaign';
	const answer = async (request: object, items: object[], more: object = {}) => {
		const fields = { operation: 'answerDesk', request, pageUrl, campaigns: [], ...more };
		const { outputs, error } = await run(fields, items);
		expect(error).toBeUndefined();
		return outputs[0]?.[0] as { statusCode: number; location: string; body: string };
	};

	it('shows a browser the campaigns, and the services of the account', async () => {
		const { statusCode, body } = await answer({ headers: html }, [{}], {
			campaigns: itemsOf(running.campaign),
		});
		expect(statusCode).toBe(200);
		expect(body).toContain('href="mobile-data-campaign?key=control"');
		expect(body).toContain('<option value="LOYALTYDATA01"');
	});

	it('shows the form where there is no campaign, and why the services are missing', async () => {
		platform.faults({
			path: '/datagifting/v1/services',
			fault: { kind: 'answer', status: 403, body: { message: 'Not yours' } },
		});
		const { statusCode, body } = await answer({ headers: html }, [{}]);
		expect(statusCode).toBe(200);
		expect(body).toMatch(/services can&#39;t be read[^]*Not yours[^]*<form/);
	});

	it('keeps what was entered in its own form, and nothing that a page elsewhere has sent', async () => {
		const shown = async (message: string) => {
			const request = { headers: html, body: { campaign: 'Stolen', file: 'eA==' } };
			return (await answer(request, [{ error: { message, description: 'Why' } }])).body;
		};
		for (const kept of ['value="Stolen"', 'name="file"']) {
			expect(await shown('Any other error')).toContain(kept);
			expect(await shown(foreignForm.message)).not.toContain(kept);
		}
		expect(await shown(foreignForm.message)).toContain('Nothing was planned. The form was not');
	});

	it.each([
		['who decides by the address is sent', 'address', `${pageUrl}?key=control`],
		['who decides by the login is sent', 'login', 'https://n8n.example.com/webhook/desk'],
	])('after a plan, %s its address: by the %s', async (_, approver, url) => {
		const webhookUrl = 'https://n8n.example.com/webhook/desk';
		const request = { headers: html, body: { campaign: 'spring' }, webhookUrl };
		const fields = { operation: 'answerDesk', request, pageUrl, campaigns: [], approver };
		const { outputs } = await run(fields, [planned.campaign]);
		expect(outputs[1]).toMatchObject([{ campaign: 'spring', rows: 3, megabytes: 6, url }]);
	});
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'an operation that fails, set to %s, gives its error and not its input',
	async (onError) => {
		const items = [{ phone: '33639980011' }, { phone: '33639980012' }];
		const fields = { operation: 'plan', optOuts: 'x', others: [] };
		const { run: record, error } = await run(fields, items, { settings: { onError } });
		expect(error).toBeUndefined();
		const outputs = [0, 1, 2, 3, 4, 5].map((output) => fieldsOf(record, output));
		const at = onError === 'continueErrorOutput' ? 5 : 0;
		const [failure, ...more] = outputs[at] ?? [];
		expect(failure).toMatchObject({
			error: { message: expect.stringContaining("'Opt-Outs'") as string, field: 'optOuts' },
		});
		expect([more, ...outputs.filter((_, output) => output !== at)].flat()).toEqual([]);
	},
);
