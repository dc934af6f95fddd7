import type { ItemResult } from '../../nodes/engine/core/exchange';
import type { World } from '../../sandbox/world';
import type { CheckedLimiter } from './limiter';
import type { PreparedList } from './lists';
import type { Arrival, Reply } from './platform';
import type { ExecutionPlan, Fault, Scenario } from './scenario';

/** An execution as the model sees it. */
export interface Execution {
	/** The run name. */
	name: string;
	plan: ExecutionPlan;
	list: PreparedList;
	signal: AbortSignal;
	/** Each try of the node: its results, or why the whole list was refused. Empty when the process died. */
	tries: (ItemResult[] | Error)[];
	/** Send Until, Unix milliseconds. */
	sendUntil: number;
	isReported?: boolean;
	/** How often its key for searches was refused. */
	refusals?: number;
	startedAt: number;
	canceledAt?: number;
	endedAt?: number;
}

/** A request that has left a process. */
export interface Letter {
	kind: Fault['on'];
	process: { isDead: boolean; limiter: CheckedLimiter; now(): number };
	/** Undefined for a token request. */
	execution?: Execution;
	arrival: Arrival;
	tenant: number;
	/** By the process's clock on the wall, Unix milliseconds. */
	leftAt: number;
	/** Whether the answer named a transaction and said nothing else. */
	isNamed?: boolean;
	/** The fault that struck it. */
	fault?: Fault;
}

/** The state of a recipient: planned until a letter leaves, then sent; served with the first act. */
export interface Recipient {
	letters: Letter[];
	/** Letters the platform acted on; one is here twice where the network duplicated it. */
	acts: Letter[];
	/** The number of 401s in a row, with their execution and try. */
	unauthorized: { by: string; times: number };
}

/** docs/architecture.md, "Rules for money". */
const mostSends = 3;
const pinTokenLife = 30_000;
/** A token's life is counted from its answer, which takes its time. */
const tokenSlack = 100;

/**
 * The model: what left and what the platform did, by recipient. A recipient is planned, sent, and then given, refused
 * or in doubt. Violations that show while it happens are noted at once; `reports.ts` compares the rest at the end.
 */
export class Model {
	readonly violations: string[] = [];
	readonly executions: Execution[] = [];
	readonly recipients = new Map<string, Recipient>();
	/** The faults that struck: kind and execution, `token`, `session` (tokens that ended early), `database`, `clock`. */
	readonly struck = new Set<string>();
	/** The tokens that were refused, and who was told. */
	private readonly refused = new Map<string, Execution>();
	/** The processes that wait for a token, by tenant. */
	private readonly loggingIn = new Map<object, Set<number>>();

	constructor(
		/** The platform of each tenant. */
		private readonly worlds: World[],
		/** How records show the merchant's references. */
		private readonly references: Scenario['references'],
	) {}

	/** Whether records show references as they are. */
	get isExact(): boolean {
		return this.references === 'exact';
	}

	/** Whether what happened to logins and clocks is all that may be wrong with a token. */
	get isLoginDisturbed(): boolean {
		return ['token', 'session', 'database'].some((one) => this.struck.has(one));
	}

	/** A request leaves. */
	leaves(letter: Letter): void {
		const { kind, execution, fault, process, leftAt } = letter;
		if (fault) this.struck.add(execution ? `${kind} ${execution.name}` : kind);
		if (fault?.effect.tokens) this.struck.add('session');
		if (!execution) {
			const tenants = this.loggingIn.get(process) ?? new Set<number>();
			if (tenants.has(letter.tenant)) this.violations.push('two token requests at the same time');
			this.loggingIn.set(process, tenants.add(letter.tenant));
			return;
		}
		process.limiter.leaves();
		const violate = (what: string) => this.violate(execution, what);
		if (execution.signal.aborted) violate(`a ${kind} left after the cancellation`);
		if (kind !== 'write') return;
		const late = leftAt - execution.sendUntil;
		if (late > 0) violate(`a write left ${late} ms after Send Until`);
		const { letters } = this.recipientOf(execution, letter);
		const before = letters.filter((one) => one.execution === execution);
		const known = execution.list.isOnceForAll
			? letters.filter((one) => one.process === process)
			: before;
		if (known.some(({ isNamed }) => isNamed))
			violate('it left again after a transaction was named');
		if (execution.list.operation.effect === 'unrepeatable') {
			const isAgain = before.some((one) => one.fault?.effect.error !== 'ECONNREFUSED');
			if (isAgain) violate('a PIN left twice');
			this.checkToken(execution, letter);
		}
		letters.push(letter);
	}

	/** A PIN's token lives long enough, and no earlier execution was told that it's refused. */
	private checkToken(execution: Execution, { arrival, leftAt, tenant }: Letter): void {
		const teller = this.refused.get(arrival.token);
		const isEarlier = (teller?.endedAt ?? Infinity) <= execution.startedAt;
		const isTold = isEarlier && teller?.isReported && !teller.signal.aborted;
		if (isTold && !this.struck.has('token') && !this.struck.has('database')) {
			this.violate(execution, 'a PIN left with a token that was refused before');
		}
		const world = this.worlds[tenant];
		const life = (world?.tokens.access.get(arrival.token)?.expiresAt ?? 0) - leftAt;
		const isLong = (world?.settings.accessTokenLifetime ?? 0) * 1000 > pinTokenLife;
		const isShort = life > 0 && life <= pinTokenLife - tokenSlack;
		if (isLong && isShort && !this.isLoginDisturbed && !this.struck.has('clock')) {
			this.violate(execution, `a PIN left with a token of ${life} ms`);
		}
	}

	/** The platform has acted. */
	acted(letter: Letter, { status, body }: Reply): void {
		const { kind, execution } = letter;
		if (kind !== 'write' || !execution) return;
		const isPin = execution.list.operation.effect === 'unrepeatable';
		const isActed = isPin
			? [200, 403, 406].includes(status)
			: [200, 202].includes(status) && (body as { transactionId: unknown }).transactionId !== null;
		if (isActed) this.recipientOf(execution, letter).acts.push(letter);
	}

	/** A request was answered, failed, or was given up. */
	ends(letter: Letter, reply: Reply | undefined): void {
		const { kind, execution, arrival } = letter;
		if (!execution) {
			this.loggingIn.get(letter.process)?.delete(letter.tenant);
			return;
		}
		letter.isNamed = letter.fault?.effect.isNamed && reply !== undefined;
		if (reply?.status === 401 && !letter.fault) this.tellRefusal(execution, arrival);
		if (kind !== 'write' || this.isLoginDisturbed) return;
		const recipient = this.recipientOf(execution, letter);
		const by = `${execution.name} ${execution.tries.length}`;
		const before = recipient.unauthorized.by === by ? recipient.unauthorized.times : 0;
		const times = reply?.status === 401 ? before + 1 : 0;
		recipient.unauthorized = { by, times };
		const key = execution.list.recipientOf(arrival);
		const sharing = execution.list.items.filter((one) => one.recipient === key).length;
		if (times <= mostSends * sharing) return;
		this.violate(execution, `${key} was sent on after ${times - 1} times 401`);
	}

	/** A login was refused for good: a token is renewed, and a wrong key isn't sent again. */
	private tellRefusal(execution: Execution, { token, searchKey }: Arrival): void {
		if (searchKey === undefined) {
			this.refused.set(token, execution);
			return;
		}
		const { list, plan } = execution;
		execution.refusals = (execution.refusals ?? 0) + 1;
		if (execution.refusals <= list.items.length * plan.nodeTries) return;
		this.violate(execution, `a refused key was sent ${execution.refusals} times`);
	}

	violate({ name }: Execution, what: string): void {
		this.violations.push(`${name}: ${what}`);
	}

	private recipientOf({ list }: Execution, { arrival }: Letter): Recipient {
		const key = list.recipientOf(arrival);
		const fresh = { letters: [], acts: [], unauthorized: { by: '', times: 0 } };
		const recipient = this.recipients.get(key) ?? fresh;
		this.recipients.set(key, recipient);
		return recipient;
	}
}
