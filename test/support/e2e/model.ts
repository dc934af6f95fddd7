import { startEndpoint, type Endpoint } from '../endpoint';

/** A call of a tool, as a model asks for it: its name, and what the model fills in. */
export interface ToolCall {
	name: string;
	args: Record<string, unknown>;
}

/** A stub of a chat model's HTTP interface (OpenAI's chat completions) that plays a script: tool calls, then "Done.". */
export class ChatModel {
	/** The answers to come; each is a list of tool calls. */
	script: ToolCall[][] = [];

	private constructor(readonly endpoint: Endpoint) {}

	static async start(): Promise<ChatModel> {
		const model: ChatModel = new ChatModel(await startEndpoint(() => ({ body: model.answer() })));
		return model;
	}

	/** How often it was asked. */
	get asked(): number {
		return this.endpoint.seen.length;
	}

	private answer(): object {
		const calls = this.script.shift() ?? [];
		const tool_calls = calls.map(({ name, args }, index) => ({
			id: `call_${this.asked}_${index}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(args) },
		}));
		const message = calls.length > 0 ? { content: null, tool_calls } : { content: 'Done.' };
		const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
		const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const kind = { object: 'chat.completion', created: 0, model: 'stub' };
		return { id: `answer_${this.asked}`, ...kind, choices: [choice], usage };
	}
}
