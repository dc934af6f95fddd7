import type { DeliveryLine } from './deliveries';
import type { Giver, SpeedLine } from './gifting';
import type { GrowthLine } from './giftingMemory';
import type { ReadsLine } from './giftingReads';
import type { Way } from './giftingWorkflows';
import type { LoadingLine } from './loading';
import type { LookUpLine } from './lookUps';
import type { SearchLine } from './search';

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
	batches: 'HTTP Request node, batches of 50',
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
	growth: (line: GrowthLine): Row => ({
		'sent by': GIVERS[line.way],
		items: line.items,
		'ms an item': line.milliseconds.toFixed(2),
		'of the shortest': line.growth.toFixed(2),
		'CPU ms an item': line.processorMs.toFixed(2),
		'of the shortest, CPU': line.processorGrowth.toFixed(2),
		'KB held an item': Number.isNaN(line.heldKb) ? '' : line.heldKb.toFixed(2),
		'peak MB over rest': line.peakMb.toFixed(0),
		'peak heap MB': line.peakHeapMb.toFixed(0),
	}),
	reads: (line: ReadsLine): Row => ({
		'sent by': GIVERS[line.way],
		items: line.items,
		'credential reads': line.credentialReads,
		'token requests': line.tokenRequests,
	}),
	loading: (line: LoadingLine): Row => ({
		'nodes and credentials': line.types,
		ms: line.milliseconds.toFixed(1),
		rounds: rounds(line.rounds, 1),
		'CPU ms': line.processorMs.toFixed(1),
		MB: line.heldMb.toFixed(2),
	}),
	lookUps: (line: LookUpLine): Row => ({
		gifts: line.gifts,
		ms: line.milliseconds.toFixed(2),
		'of the fewest': line.growth.toFixed(2),
	}),
	search: (line: SearchLine): Row => ({
		records: line.records,
		shape: line.shape,
		seconds: line.seconds.toFixed(2),
		'heap MB': line.heapMb,
		'resident MB': line.residentMb,
	}),
};

function rounds(numbers: number[], digits: number): string {
	return numbers.map((one) => one.toFixed(digits)).join(' ');
}
