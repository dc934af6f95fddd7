import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import axios, { type AxiosInstance } from 'axios';
import { isLoopback, NOT_LOOPBACK } from './loopback';
import { callOf, type Message } from './message';

/** What came of one try. Without an HTTP status nobody answered, and `error` says why. */
export interface Answer {
	httpStatus: number | null;
	error: string | null;
	/** The beginning of the answer's body. */
	body: string;
	ms: number;
}

const SHOWN_CHARACTERS = 200;
const LONGEST_ANSWER = 1024 * 1024;

/** Makes the calls. Follows no redirect and uses no proxy: either could lead off this machine. */
export class Sender {
	private readonly agents: (Agent | TlsAgent)[] = [];
	private readonly underWay = new Set<AbortController>();
	private readonly fresh = this.client(false);
	private readonly kept = this.client(true);

	async send(message: Message, how: { timeoutMs: number; keepAlive: boolean }): Promise<Answer> {
		const started = performance.now();
		const control = new AbortController();
		// Unlike axios' own time-out this one also ends an answer that trickles.
		const timer = setTimeout(() => {
			control.abort();
		}, how.timeoutMs);
		this.underWay.add(control);
		const answer: Answer = { httpStatus: null, error: null, body: '', ms: 0 };
		try {
			if (!isLoopback(message.url)) throw new Error(`${message.url} ${NOT_LOOPBACK}`);
			const client = how.keepAlive ? this.kept : this.fresh;
			const { status, data } = await client.request<string>({
				...callOf(message),
				signal: control.signal,
			});
			answer.httpStatus = status;
			answer.body = data.slice(0, SHOWN_CHARACTERS);
		} catch (error) {
			answer.error = control.signal.aborted ? `no answer in ${how.timeoutMs} ms` : wordsOf(error);
		} finally {
			clearTimeout(timer);
			this.underWay.delete(control);
		}
		answer.ms = Math.round(performance.now() - started);
		return answer;
	}

	/** Ends what is under way. */
	stop(): void {
		for (const control of this.underWay) control.abort();
		for (const agent of this.agents) agent.destroy();
	}

	private client(keepAlive: boolean): AxiosInstance {
		const [httpAgent, httpsAgent] = [new Agent({ keepAlive }), new TlsAgent({ keepAlive })];
		this.agents.push(httpAgent, httpsAgent);
		return axios.create({
			httpAgent,
			httpsAgent,
			proxy: false,
			maxRedirects: 0,
			maxContentLength: LONGEST_ANSWER,
			responseType: 'text',
			transformResponse: (data: string) => data,
			validateStatus: () => true,
		});
	}
}

function wordsOf(error: unknown): string {
	if (axios.isAxiosError(error)) return error.code ?? error.message;
	return error instanceof Error ? error.message : String(error);
}
