/**
 * Sends a request every `everyMs` milliseconds, without waiting for answers, in a thread of its own that is never busy. Each
 * request tells its start, in microseconds of the machine's clock. A message reports the first answer; any message ends it,
 * after the last answer.
 */
const { Agent, get } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const { url, everyMs } = workerData;
// n8n closes connections that nobody has used for 5 s.
const agent = new Agent({ keepAlive: true, timeout: 4_000 });
let open = 0;
let [isBegun, isOver] = [false, false];

function end() {
	open -= 1;
	if (!isBegun) parentPort.postMessage('begun');
	isBegun = true;
	if (isOver && open === 0) parentPort.postMessage('over');
}

const timer = setInterval(() => {
	open += 1;
	const began = process.hrtime.bigint() / 1000n;
	get(`${url}?began=${began}`, { agent }, (response) => response.resume().on('end', end)).on(
		'error',
		end,
	);
}, everyMs);
parentPort.once('message', () => {
	clearInterval(timer);
	isOver = true;
	open += 1;
	end();
});
