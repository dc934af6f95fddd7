import { Console } from 'node:console';
import { Writable } from 'node:stream';

/** What n8n logs in a file that imports this before anything else: as much as a chatty real one. */
export const logged: string[] = [];

process.env.N8N_LOG_LEVEL = 'debug';
globalThis.console = new Console(
	new Writable({
		write(text: Buffer, _encoding, done) {
			logged.push(text.toString());
			done();
		},
	}),
);
