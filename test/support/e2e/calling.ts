import axios from 'axios';

import type { CredentialImport } from '../../../scripts/host/import';
import { itemsOf, type Execution } from '../n8nClient';
import { waitFor } from '../../../scripts/host/wait';
import type { Seller } from '../sandbox/seller';
import { Workspace } from '../workspace';
import { basic, billing, called, to, workflowOf } from './drawing';

/** An operation such as `payment.refund`, its fields, and its credentials where they aren't the usual ones. */
export type Operation = [name: string, fields: object, credentials?: object];

export type Item = Record<string, unknown>;

/** Takes no error for one, and follows no redirect. */
export const lenient = { proxy: false, validateStatus: () => true, maxRedirects: 0 } as const;

/** Runs one node for a call, and answers with all items, failed ones too. */
export function answering(path: string, work: object): object {
	const node = { ...work, name: 'Work', onError: 'continueErrorOutput' };
	const end = basic('End', 'noOp', 1);
	const wires = { Call: to('Work'), Work: to('End', 'End') };
	return workflowOf(path, [called(path), node, end], wires);
}

function operating(path: string, [name, fields, credentials]: Operation): object {
	const [resource = '', operation] = name.split('.');
	const isGifting = ['dataGift', 'service'].includes(resource);
	const type = isGifting ? 'mobileDataGifting' : 'mobileBilling';
	return answering(path, billing('Work', type, { resource, operation, ...fields }, credentials));
}

/** Posts to a production address, which answers 404 for a moment after its workflow was published. */
export async function post<T>(url: string, body: object): Promise<T> {
	const answered = async () => {
		const { status, data } = await axios.post<T>(url, body, lenient);
		return status === 404 ? undefined : { data };
	};
	return (await waitFor(`an answer of ${url}`, answered, { timeoutMs: 60_000 })).data;
}

/** The suite's n8n with a workflow for each operation, called from outside. */
export class Calling<Name extends string> {
	private constructor(readonly workspace: Workspace) {}

	/** `operations` by the paths that call them; `more` by the IDs of their workflows. */
	static async start<Name extends string>(
		operations: Record<Name, Operation>,
		more: (sandboxUrl: string) => Record<string, object> = () => ({}),
		credentials?: (sandboxUrl: string) => Omit<CredentialImport, 'id'>[],
	): Promise<Calling<Name>> {
		const workspace = await Workspace.open(credentials);
		const all = Object.entries<Operation>(operations);
		const drawn = all.map(([path, operation]) => [path, operating(path, operation)] as const);
		await workspace.publish(Object.fromEntries(drawn));
		await workspace.publish(more(workspace.sandbox.url));
		return new Calling(workspace);
	}

	/** The items that an operation gives. */
	async itemsFrom(path: Name, body: object = {}): Promise<Item[]> {
		return await post<Item[]>(`${this.workspace.url}/webhook/${path}`, body);
	}

	/** The only item that an operation gives. */
	async itemFrom(path: Name, body: object = {}): Promise<Item> {
		const [item, ...others] = await this.itemsFrom(path, body);
		if (!item || others.length > 0) throw new Error(`${path} gave no item, or several`);
		return item;
	}

	/** Waits for the end of the next execution of a workflow after the known ones. */
	async executionOf(id: string, known = 0): Promise<Execution> {
		return await executionOf(this.workspace, id, known);
	}
}

/** Waits for the end of the next execution of a workflow after the known ones. */
export async function executionOf(
	{ client }: Workspace,
	id: string,
	known = 0,
): Promise<Execution> {
	const next = async () => (await client.executions(id)).at(-1 - known);
	const { id: execution } = await waitFor(`an execution of ${id}`, next, { timeoutMs: 30_000 });
	return await client.executionEnd(execution, 10_000);
}

/** What the trigger of a workflow gave. */
export const itemsStarting = (execution: Execution): Item[] =>
	itemsOf(execution, 'Trigger').map(({ json }) => json);

/** Publishes a workflow that polls, and waits for its first look: n8n answers before its trigger has had it. */
export async function publishPolling(workspace: Workspace, id: string, workflow: object) {
	const looked = moreLooks(workspace, 1);
	await workspace.publish({ [id]: workflow });
	await looked;
}

/** An address answers 404 for a moment after its workflow was published. */
export async function takesCalls(url: string): Promise<void> {
	await post(url, {});
}

/** Waits until a trigger that polls has asked the platform for transactions so often again. */
export async function moreLooks({ sandbox }: Workspace, count: number): Promise<void> {
	const looks = () => sandbox.world.traffic.report().routes['POST /v1/transactions']?.['200'] ?? 0;
	const least = looks() + count;
	const enough = () => looks() >= least;
	await waitFor('the next looks at the platform', enough, { timeoutMs: 60_000 });
}

/** Transactions of three ends: not charged, charged, and one that stays open. */
export async function sellTo(seller: Seller, ending: string): Promise<void> {
	await seller.subscribe({ msisdn: '999000000901' });
	const { data } = await seller.subscribe({ msisdn: `336399800${ending}` });
	const { transactionId } = data as { transactionId: string };
	await seller.pin(transactionId, await seller.readPin(`336399800${ending}`));
	await seller.subscribe({ msisdn: `336399801${ending}` });
}

/** Chooses on a payment page; gives the address to which it sends the customer back. */
export async function returnFrom(paymentPage: string, choice: string): Promise<string> {
	const { origin, searchParams } = new URL(paymentPage);
	const body = new URLSearchParams({ id: searchParams.get('id') ?? '', choice });
	const { headers } = await axios.post(`${origin}/payment/pages/confirm`, body, lenient);
	return String(headers.location);
}
