import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node.js';
import { processJournal } from '../../nodes/engine/core/list/journal';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node.js';
import { startEndpoint, type Endpoint, type PlainAnswer, type SeenRequest } from './endpoint';
import { accountAt, loggedInWith } from './platform';
import { errorOf, fieldsOf, runNode } from './runNode';

export { serviceKey as byKey } from './gifting';

/** An expression that finds nothing. */
export const nothing = '={{ $json.nothing }}';

/** The token that every login gets. */
export const token = 'stub-token';

/** Settings under which failed items go on. */
export const continued = { settings: { onError: 'continueRegularOutput' as const } };

export interface Call {
	items?: IDataObject[];
	settings?: Partial<INode>;
}

/** A platform for wire formats: every login works, and a test sets the answers. */
export class Stub {
	credentials = loggedInWith({}, token);

	private answers: PlainAnswer[] = [];

	private endpoint!: Endpoint;

	/** The platform for the tests of a file or a group, reset before each. */
	static forEach(service?: IDataObject): Stub {
		const stub = new Stub();
		beforeAll(async () => {
			stub.endpoint = await startEndpoint(({ path }) =>
				path.endsWith('/token') ? { body: { access_token: token } } : stub.next(),
			);
		});
		afterAll(() => stub.endpoint.close());
		beforeEach(() => stub.fresh(service));
		return stub;
	}

	get url(): string {
		return this.endpoint.url;
	}

	get host(): string {
		return new URL(this.url).host;
	}

	/** Resets it, and logs the account in. @param service a service credential, if there is one */
	fresh(service?: IDataObject, account: IDataObject = {}): void {
		this.endpoint.seen.length = 0;
		// Another test may have left a transaction in doubt.
		processJournal.entries.clear();
		this.answers = [];
		this.credentials = loggedInWith({ ...accountAt(this.url), ...account } as never, token);
		if (service) this.credentials.stored.mobileBillingServiceApi = service as never;
	}

	/** The next answers in their order; the last one stays. */
	answersWith(...answers: PlainAnswer[]): void {
		this.answers = answers;
	}

	/** Runs an operation of one of the action nodes. */
	async run(parameters: INodeParameters, { items = [{}], settings }: Call = {}): Promise<IRun> {
		const isGifting = ['dataGift', 'service'].includes(String(parameters.resource));
		const node = isGifting ? new MobileDataGifting() : new MobileBilling();
		return await runNode({ node, parameters, items, credentials: this.credentials, settings });
	}

	/** The requests that left, without logins. */
	get requests(): SeenRequest[] {
		return this.endpoint.seen.filter(({ path }) => !path.endsWith('/token'));
	}

	/** The line of each request that left, with its body if it had one. */
	get asked(): unknown[] {
		return this.requests.map(({ method, path, body }) => [
			`${method} ${path}`,
			...(body ? [JSON.parse(body) as unknown] : []),
		]);
	}

	private next(): PlainAnswer {
		return (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? {};
	}
}

/** The items of a run that must have succeeded. */
export function itemsOf(run: IRun): IDataObject[] {
	const error = errorOf(run);
	if (error) throw error;
	return fieldsOf(run);
}

/** The items of a run that continued after failures; of a failed item only the content of `error`. */
export function endsOf(run: IRun): IDataObject[] {
	return fieldsOf(run).map((item) => (item.error as IDataObject | undefined) ?? item);
}

/** The items of each output, by its index. */
export function byOutput(run: IRun, count = 10): Record<number, IDataObject[]> {
	const outputs = Array.from({ length: count }, (_, at) => [at, fieldsOf(run, at)] as const);
	return Object.fromEntries(outputs.filter(([, items]) => items.length > 0));
}
