import type { DeliveryLine } from './deliveries';
import type { Giver, SpeedLine } from './gifting';
import type { Way } from './giftingWorkflows';

type Row = Record<string, string | number>;

const KINDS: Record<DeliveryLine['what'], string> = {
	webhook: "n8n's Webhook node",
	trigger: 'Mobile Billing Trigger, signed',
	refused: 'Mobile Billing Trigger, wrong signature',
};

const ENGINES: Record<DeliveryLine['engine'], string> = {
	default: 'default',
	lazy: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
};

const GIVERS: Record<Giver | Way, string> = {
	node: 'Mobile Data Gifting, 50 at a time',
	bare: "n8n's helper alone, 50 at a time",
	request: 'HTTP Request node',
	plainNew: 'plain program, new connections',
	plainKept: 'plain program, kept connections',
	nobody: 'No Operation node',
};

/** One row of a console table for each line that was measured. */
export const rowsOf = {
	deliveries: (line: DeliveryLine): Row => ({
		engine: ENGINES[line.engine],
		'calls to': KINDS[line.what],
		'per second': line.perSecond.toFixed(1),
		rounds: rounds(line.rounds, 1),
		'of Webhook': line.toWebhook.toFixed(2),
		'of accepted': line.toTrigger.toFixed(2),
		'CPU ms': line.processorMs.toFixed(1),
		'n8n MB': line.megabytes,
	}),
	speed: (line: SpeedLine): Row => ({
		'platform waits': `${line.latencyMs} ms`,
		'sent by': GIVERS[line.giver],
		'gifts a second': line.perSecond.toFixed(0),
		rounds: rounds(line.rounds, 0),
		'of HTTP Request': line.toRequest.toFixed(2),
		'of plain, new': line.toPlain.toFixed(2),
		'CPU ms a gift': line.processorMs.toFixed(2),
		'platform busy': line.platformShare.toFixed(2),
	}),
};

function rounds(numbers: number[], digits: number): string {
	return numbers.map((one) => one.toFixed(digits)).join(' ');
}
