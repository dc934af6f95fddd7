/**
 * Runs a program and ends it, with everything it started, when the process that asked for it is gone:
 * after Ctrl-C, a crash or kill -9. Must lead a process group of its own.
 * `node supervise.cjs <command> [argument…]`
 */
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
// Signals are sent to the whole group: the child hears them itself, and we wait for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

// Node.js throws an error with the name of a program that's missing.
child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
