import { deliveryBench, type DeliveryLine } from './deliveries';

const bench = { rounds: 3, deliveries: 100, connections: 20 };

const NAMES: Record<DeliveryLine['what'], string> = {
	webhook: "n8n's Webhook node",
	trigger: 'Mobile Billing Trigger, signed',
	refused: 'Mobile Billing Trigger, wrong signature',
};

const ENGINES: Record<DeliveryLine['engine'], string> = {
	default: 'default',
	lazy: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
};

/** Measures, and prints a table, or with `--json` everything that was measured. */
async function main(): Promise<void> {
	const deliveries = await deliveryBench(bench);
	if (process.argv.includes('--json')) {
		console.log(JSON.stringify({ bench, deliveries }, null, '\t'));
		return;
	}
	console.log(
		`Deliveries a second, ${bench.connections} connections, median of ${bench.rounds} rounds of ${bench.deliveries}`,
	);
	console.table(
		deliveries.map((line) => ({
			engine: ENGINES[line.engine],
			'calls to': NAMES[line.what],
			'per second': line.perSecond.toFixed(1),
			rounds: line.rounds.map((perSecond) => perSecond.toFixed(1)).join(' '),
			'of Webhook': line.toWebhook.toFixed(2),
			'of accepted': line.toTrigger.toFixed(2),
			'n8n MB': line.megabytes,
		})),
	);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
