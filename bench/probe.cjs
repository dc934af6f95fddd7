/**
 * Runs inside n8n and tells what it needs, at PROBE_PORT of this machine: `/seen/1234` collects the garbage first, so
 * that it shows what is held, and repeats the milliseconds it was told; `/peak` gives the highest since it was last asked.
 * Bytes.
 */
const { createServer } = require('node:http');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const everyMs = 20;
const { PROBE_PORT } = process.env;

/** Only in the server: whatever starts it, and n8n's other commands, have the same environment. */
if (process.argv[2] === 'start') {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	let peak = process.memoryUsage();
	const look = () => {
		const { rss, heapUsed } = process.memoryUsage();
		peak = { rss: Math.max(peak.rss, rss), heapUsed: Math.max(peak.heapUsed, heapUsed) };
	};
	setInterval(look, everyMs).unref();
	const answers = {
		seen: (milliseconds) => {
			look();
			collect();
			return { heldBytes: process.memoryUsage().heapUsed, milliseconds: Number(milliseconds) };
		},
		peak: () => {
			const { rss, heapUsed } = peak;
			peak = process.memoryUsage();
			return { rss, heapUsed };
		},
	};
	createServer((request, response) => {
		const [, what, told] = request.url.split('/');
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answers[what]?.(told) ?? {}));
	})
		.listen(Number(PROBE_PORT), '127.0.0.1')
		.unref();
}
