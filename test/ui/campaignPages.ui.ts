import type { Browser, Page } from 'playwright-core';
import { answerPage } from '../../desk/answer';
import { answerDesk } from '../../desk/answerDesk';
import type { Campaign } from '../../campaign/types';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { cutOffOn } from '../support/ui/cutOff';
import { sampleCampaign } from '../support/sampleCampaign';

const text = 'A list with a long name, and no blank in SpringAndSummerCampaign2026';
const [zone, now] = ['Europe/Vienna', Date.now()];

function pageOf(changes: Partial<Campaign>, query: object = {}) {
	const { campaign, pieces } = sampleCampaign(changes, text);
	const accept = 'text/html';
	const request = { query: { key: campaign.controlKey, ...query }, body: {}, accept };
	const visit = { campaign, namesakes: [], pieces, wrong: [], request, zone, now };
	// A page that lists rows that failed needs their lists first.
	const { answer } = answerPage(visit);
	return (answer ?? answerPage({ ...visit, lists: pieces }).answer)?.body ?? '';
}

function deskOf(more: object = {}) {
	const services = [{ serviceKey: 'LOYALTYDATA01', name: text }];
	const campaigns = [sampleCampaign({ name: text }), sampleCampaign()].map((one) => one.campaign);
	const desk = {
		pieces: [],
		wrong: [],
		query: {},
		approver: 'login' as const,
		isTest: false,
		settings: { saveDataSuccessExecution: 'none', executionTimeout: 900 },
		campaigns,
		services,
		zone,
		token: 'token',
		now,
		isBrowser: true,
		pageUrl: '/mobile-data-campaign',
		deskUrl: '/mobile-data-campaigns',
		entered: {},
	};
	return answerDesk({ ...desk, ...more }).body;
}

const unknown = answerPage({
	namesakes: [],
	pieces: [],
	wrong: [],
	zone,
	now,
	request: { query: {}, body: {}, accept: '' },
}).answer;

const draft = {
	...sampleCampaign().campaign,
	status: 'draft' as const,
	approvals: '',
	check: JSON.stringify({
		fileName: text,
		columns: [{ number: 1, name: text, field: 'phone', samples: [{ before: text, after: text }] }],
		questions: [
			{ field: 'country', text },
			{ field: 'sheet', text, choices: [text, 'B'] },
			{ field: 'amountColumn', text },
		],
		problems: [{ field: 'budget', text }, { field: 'column1', text }, { text }],
		entered: { campaign: text, budget: 'much' },
	}),
};

const test = { query: { test: 'plan' }, refused: { text } };

const pages: Record<string, string> = {
	desk: deskOf(),
	refusal: deskOf({
		refused: { text },
		trouble: text,
		isTest: true,
		settings: {},
		entered: { campaign: text, quietFrom: '21:00' },
	}),
	draft: deskOf({ campaigns: [draft], draftKey: draft.viewKey }),
	check: pageOf({ status: 'planned' }),
	running: pageOf({ problem: 'The pool is empty', startAt: '2026-01-01T00:00:00.000Z' }),
	changed: pageOf({ budget: 3_000_000 }),
	cancel: pageOf({}, { view: 'cancel' }),
	finished: pageOf({ status: 'finished' }, { done: 'countGiven' }),
	unknown: unknown?.body ?? '',
	test: deskOf({
		entered: { campaign: text, megabytes: '1500.5', service: 'LOYALTYDATA01' },
		...test,
	}),
	correct: deskOf({ query: { correct: sampleCampaign().campaign.controlKey } }),
	found: deskOf({ query: { find: text } }),
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await launchBrowser();
	page = await browser.newPage();
});

afterAll(async () => {
	await browser.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	it.each([390, 768, 1280])('the pages of campaigns are accessible at %i pixels', async (width) => {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 900 });
		for (const [name, html] of Object.entries(pages)) {
			await page.setContent(html);
			expect([name, await barriersOn(page)]).toEqual([name, []]);
			// Folded sections are opened, too, and no table scrolls sideways.
			await page.evaluate(
				'for (const one of document.querySelectorAll("details")) one.open = true',
			);
			expect([name, await cutOffOn(page)]).toEqual([name, []]);
		}
	});
});
