import { maxMegabytes } from '../../platform/amounts';
import { maxCampaignLength, maxReferenceLength } from '../../platform/identifiers';
import { constantIn, runnerTimes as times } from '../../scripts/docs/constants';
import { pageText } from '../../scripts/docs/pages';

/** A page as one line, without the addresses of its links, and without emphasis. */
const flat = (page: string) =>
	pageText(page)
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[*_`]/g, '')
		.replace(/\s+/g, ' ');

it.each<[page: string, words: string]>([
	['mobile-data-gifting', `at most ${maxCampaignLength} characters`],
	['mobile-data-gifting', `Client Reference ${maxReferenceLength}`],
	['mobile-data-gifting', `at most ${maxMegabytes / 1e6} TB`],
	['campaigns', `takes the piece over within ${times.takeOver} seconds`],
	['campaigns', `after ${times.step} seconds no new gift leaves`],
	['campaigns', `${times.inARow} rows in a row, or a piece, fail alike`],
	['campaigns', `got a gift of this service in the last ${times.recentDays} days`],
	['campaigns', `looked up ${times.lookUps} times in ${times.lookUps - 1} minutes`],
	['campaigns', `n8n stores a run every ${times.start} seconds`],
	['troubleshooting', `gives nothing in the ${times.margin} seconds before`],
])('docs/%s.md has the number of the code: “%s”', (page, words) => {
	expect(flat(`docs/${page}.md`)).toContain(words);
});

const trigger = 'nodes/MobileBillingTrigger';
const poll = 'nodes/MobileBillingTransactionTrigger';
it.each<[page: string, file: string, name: string, words: (value: number) => string]>([
	['mobile-data-campaign', 'lists/propose.ts', 'maxSampleRows', (rows) => `first ${rows} rows`],
	['mobile-data-campaign', 'lists/csv.ts', 'maxLines', (lines) => `up to ${lines} lines`],
	['troubleshooting', 'lists/csv.ts', 'maxLines', (lines) => `up to ${lines} lines`],
	[
		'troubleshooting',
		'platform/json.ts',
		'maxHeldCharacters',
		(bytes) => `may have ${bytes / 1e6} MB`,
	],
	['troubleshooting', 'platform/json.ts', 'maxOpened', (all) => `${figure(all)} lists and objects`],
	['security', 'platform/json.ts', 'maxHeldCharacters', (bytes) => `more than ${bytes / 1e6} MB`],
	['security', 'platform/json.ts', 'maxOpened', (all) => `more than ${figure(all)} lists`],
	['security', 'platform/json.ts', 'maxDepth', (levels) => `or ${levels} levels`],
	['security', 'platform/delivery.ts', 'maxBytes', (bytes) => `limited to ${bytes / 1024} kB`],
	['security', 'platform/delivery.ts', 'maxParameters', (all) => `kB and ${all} parameters`],
	['security', 'nodes/engine/n8n/turns.ts', 'maxBlockingMs', (ms) => `turns of about ${ms} ms`],
	['security', 'desk/formToken.ts', 'lifeMs', (ms) => `valid for ${ms / 3_600_000} hours`],
	['notification-trigger', 'platform/delivery.ts', 'maxBytes', (bytes) => `or ${bytes / 1024} kB`],
	[
		'notification-trigger',
		`${trigger}/confirm.ts`,
		'answerTimeoutMs',
		(ms) => {
			return `each answer may take ${ms / 1000} seconds`;
		},
	],
	['transaction-trigger', `${poll}/window.ts`, 'maxRemembered', (all) => `last ${figure(all)}`],
])('docs/%s.md has the constant of %s: %s', (page, file, name, words) => {
	const value = constantIn(file, name);
	expect(value).toBeGreaterThan(1);
	expect(flat(`docs/${page}.md`)).toContain(words(value));
});

function figure(value: number): string {
	return value.toLocaleString('en');
}
