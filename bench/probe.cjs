/**
 * Watches the main thread of an n8n into which it's loaded (`node --require`): the turns of its event loop, which code ran,
 * the answers to asker.cjs, and the memory. `GET /start` and `GET /stop` on its port begin and end a measurement.
 */
const { subscribe } = require('node:diagnostics_channel');
const { createServer } = require('node:http');
const { Session } = require('node:inspector');
const { readFileSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const { BENCH_PROBE_PORT: port } = process.env;
const session = new Session();
session.connect();
const ask = (method, params) =>
	new Promise((resolve, reject) => {
		session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
	});

/** The end of each turn in microseconds, and the processor time of this thread until then. */
let turns = [];
/** The times of each request and its answer, in microseconds. */
let waits = [];
let timer;
const now = () => Number(process.hrtime.bigint() / 1000n);
const watch = () => {
	const { user, system } = process.threadCpuUsage();
	turns.push([now(), user + system]);
};
subscribe('http.server.response.finish', ({ request }) => {
	const [, began] = /began=(\d+)/.exec(request.url) ?? [];
	if (began) waits.push([Number(began), now()]);
});

/** In megabytes. */
const memory = (name) => {
	const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(
		readFileSync('/proc/self/status', 'utf8'),
	);
	return Math.round(Number(kilobytes) / 1024);
};

const answers = {
	'/start': async () => {
		setFlagsFromString('--expose-gc');
		runInNewContext('gc')();
		// The peak of the memory starts anew here.
		writeFileSync('/proc/self/clear_refs', '5');
		await ask('Profiler.enable');
		await ask('Profiler.setSamplingInterval', { interval: 500 });
		await ask('Profiler.start');
		[turns, waits] = [[], []];
		timer = setInterval(watch, 1);
		return { idle: memory('VmRSS') };
	},
	'/stop': async () => {
		clearInterval(timer);
		const most = memory('VmHWM');
		const { profile } = await ask('Profiler.stop');
		return { most, turns, waits, profile };
	},
};

// Only n8n's own process is watched: its parent and its children load this file, too.
if (/bin.n8n$/.test(process.argv[1])) {
	const server = createServer((request, response) => {
		const answer = answers[request.url]?.() ?? Promise.reject(new Error('No such address'));
		answer.then(
			(value) => response.end(JSON.stringify(value)),
			(error) => response.writeHead(500).end(String(error)),
		);
	});
	server.listen(Number(port), '127.0.0.1').unref();
}
