import axios from 'axios';

import type { CredentialImport } from '../../../scripts/host/import';
import { itemsOf } from '../../../scripts/host/n8nClient';
import { waitFor } from '../../../scripts/host/wait';
import { nodeOf, startLooking, stopLooking, type Looking } from './looking';

const account = { mobileBillingApi: { id: null, name: 'Mobile Billing account' } };
const service = { mobileBillingServiceApi: { id: null, name: 'Mobile Billing service' } };
const settings = { executionOrder: 'v1' };

/** A pick “By Service Key” or “By Operator Code”, as the editor stores it. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A field of the call. */
export const ofBody = (name: string) => `={{ $json.body.${name} }}`;

const to = (...names: string[]) => ({
	main: names.map((node) => [{ node, type: 'main', index: 0 }]),
});
const end = nodeOf('End', 'n8n-nodes-base.noOp', 1, {});

/** An operation such as `payment.refund`, its fields, and its credentials where they aren't the usual ones. */
export type Operation = [name: string, fields: object, credentials?: object];

/** A workflow that runs one operation for a call, and answers with all items, failed ones too. */
function calling(path: string, [name, fields, credentials]: Operation): object {
	const [resource = '', operation] = name.split('.');
	const isGifting = ['dataGift', 'service'].includes(resource);
	const call = nodeOf('Call', 'n8n-nodes-base.webhook', 2, {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'allEntries',
	});
	const type = `n8n-nodes-mobile-billing.${isGifting ? 'mobileDataGifting' : 'mobileBilling'}`;
	const work = {
		...nodeOf('Work', type, 1, { resource, operation, ...fields }),
		credentials: { ...account, ...(!isGifting && service), ...credentials },
		onError: 'continueErrorOutput',
	};
	return {
		name: path,
		settings,
		nodes: [{ ...call, webhookId: path }, work, end],
		connections: { Call: to('Work'), Work: to('End', 'End') },
	};
}

/** A workflow that one of the triggers starts, and that does nothing. */
export function triggered(
	id: string,
	type: 'mobileBillingTrigger' | 'mobileBillingTransactionTrigger',
	fields: object,
): object {
	const version = type === 'mobileBillingTrigger' ? 2 : 1;
	const trigger = {
		...nodeOf('Trigger', `n8n-nodes-mobile-billing.${type}`, version, fields),
		webhookId: id,
		credentials: { ...account, ...service },
	};
	return { name: id, settings, nodes: [trigger, end], connections: { Trigger: to('End') } };
}

export type Item = Record<string, unknown>;

/** Takes no error for one, and follows no redirect. */
export const lenient = { proxy: false, validateStatus: () => true, maxRedirects: 0 } as const;

/** A real n8n with a workflow for each operation, called from outside. */
export class Calling<Name extends string> {
	private constructor(readonly looking: Looking) {}

	/** `operations` by the paths that call them; the workflows of `more` are not published. */
	static async start<Name extends string>(
		operations: Record<Name, Operation>,
		more: Record<string, object> = {},
		moreCredentials?: (sandboxUrl: string) => CredentialImport[],
	): Promise<Calling<Name>> {
		const all = Object.entries<Operation>(operations);
		const workflows = all.map(([path, operation]) => [path, calling(path, operation)]);
		const made = () => ({ ...Object.fromEntries(workflows), ...more });
		const looking = await startLooking(made, moreCredentials);
		for (const [path] of all) await looking.client.activate(path);
		return new Calling(looking);
	}

	async stop(): Promise<void> {
		await stopLooking(this.looking);
	}

	/** The items that an operation gives. */
	async itemsFrom(path: Name, body: object = {}): Promise<Item[]> {
		const url = `${this.looking.n8n.url}/webhook/${path}`;
		return await waitFor(
			`an answer of ${path}`,
			async () => {
				const { status, data } = await axios.post<Item[]>(url, body, lenient);
				return status === 404 ? undefined : data;
			},
			{ timeoutMs: 60_000 },
		);
	}

	/** The only item that an operation gives. */
	async itemFrom(path: Name, body: object): Promise<Item> {
		const [item, ...others] = await this.itemsFrom(path, body);
		if (!item || others.length > 0) throw new Error(`${path} gave no item, or several`);
		return item;
	}

	/** What the trigger of a workflow gave the first time. */
	async itemsStarting(id: string): Promise<Item[]> {
		const { client } = this.looking;
		const first = async () => (await client.executions(id)).at(-1);
		const summary = await waitFor(`an execution of ${id}`, first, { timeoutMs: 30_000 });
		const execution = await client.executionEnd(summary.id, 10_000);
		return itemsOf(execution, 'End').map(({ json }) => json);
	}
}
