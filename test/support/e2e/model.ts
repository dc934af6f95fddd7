import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

/** A call of a tool, as a model asks for it. */
export interface ToolCall {
	name: string;
	/** What the model fills in. */
	args: Record<string, unknown>;
}

/** What n8n asks a chat model. */
interface Question {
	messages: { role: string; content: unknown }[];
	tools?: { function: { name: string; parameters: object } }[];
}

/** A stub of a chat model's HTTP interface (OpenAI's chat completions) that plays a script: tool calls, then "Done.". */
export class ChatModel {
	readonly questions: Question[] = [];

	/** The answers to come; each is a list of tool calls. */
	script: ToolCall[][] = [];

	private readonly server: Server;

	constructor() {
		this.server = createServer((request, response) => {
			void json(request).then((question) => {
				this.questions.push(question as Question);
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(this.answer()));
			});
		});
	}

	async listen(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		const address = this.server.address();
		return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	private answer(): object {
		const calls = this.script.shift() ?? [];
		const tool_calls = calls.map(({ name, args }, index) => ({
			id: `call_${this.questions.length}_${index}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(args) },
		}));
		const isCalling = calls.length > 0;
		const message = {
			role: 'assistant',
			content: isCalling ? null : 'Done.',
			...(isCalling && { tool_calls }),
		};
		const choice = { index: 0, message, finish_reason: isCalling ? 'tool_calls' : 'stop' };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const id = `answer_${this.questions.length}`;
		return { id, object: 'chat.completion', created: 0, model: 'stub', choices: [choice], usage };
	}
}
