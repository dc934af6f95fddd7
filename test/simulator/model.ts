import type { ItemResult } from '../../nodes/engine/operation';
import type { World } from '../../sandbox/world';
import { effects } from './faults';
import type { PreparedList } from './lists';
import type { Letter, Witness } from './network';
import { isValid, type Reply } from './platform';
import type { Process } from './process';
import { RateCheck, TokenCheck } from './rules';
import type { ExecutionPlan } from './scenario';

/** An execution as the model sees it. */
export interface Execution {
	/** The run name. */
	name: string;
	plan: ExecutionPlan;
	list: PreparedList;
	process: Process;
	signal: AbortSignal;
	/** Each try of the node: its results, or why the whole list was refused. Empty when the process died. */
	tries: (ItemResult[] | Error)[];
	/** Send Until, Unix milliseconds. */
	sendUntil: number;
	isReported?: boolean;
	canceledAt?: number;
	endedAt?: number;
}

/** What happened to a recipient: planned until a letter leaves, then sent; served with the first act. */
export interface Recipient {
	letters: { letter: Letter; execution: Execution }[];
	/** Letters the platform acted on; one is here twice where the network duplicated it. */
	acts: Letter[];
	/** 401s in a row, and in which try of which execution. */
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
export class Model implements Witness {
	readonly violations: string[] = [];

	readonly executions = new Map<string, Execution>();

	readonly recipients = new Map<string, Recipient>();

	readonly rates = new RateCheck(this.violations);

	/** What faults struck: kind and execution, `token` for all that touches tokens. */
	readonly struck = new Set<string>();

	private readonly tokens: TokenCheck;

	constructor(readonly world: World) {
		this.tokens = new TokenCheck(world, this.violations);
	}

	leaves(letter: Letter): void {
		const { kind, execution: name, fault } = letter;
		if (fault) this.struck.add(name === undefined ? kind : `${kind} ${name}`);
		if (fault && 'tokens' in effects[fault.what]) this.struck.add('token');
		this.tokens.leaves(letter);
		const execution = this.executions.get(name ?? '');
		if (!execution) return;
		if (execution.signal.aborted) this.violate(execution, `a ${kind} left after the cancellation`);
		if (kind !== 'write') return;
		const late = letter.leftAt - execution.sendUntil;
		if (late > 0) this.violate(execution, `a write left ${late} ms after Send Until`);
		const { letters } = this.recipientOf(execution, letter);
		if (execution.list.operation.effect === 'attempt') {
			const isAgain = letters.some(
				(one) => one.execution === execution && one.letter.fault?.what !== 'refuseConnection',
			);
			if (isAgain) this.violate(execution, 'a PIN left twice');
			this.checkPinToken(execution, letter);
		}
		letters.push({ letter, execution });
	}

	acted(letter: Letter, { status, body }: Reply): void {
		const execution = this.executions.get(letter.execution ?? '');
		if (letter.kind !== 'write' || !execution) return;
		const isAttempt = execution.list.operation.effect === 'attempt';
		const isActed = isAttempt
			? [200, 403, 406].includes(status)
			: status === 200 && (body as { transactionId: unknown }).transactionId !== null;
		if (isActed) this.recipientOf(execution, letter).acts.push(letter);
	}

	ends(letter: Letter, reply: Reply | undefined): void {
		this.tokens.ends(letter, reply);
		const execution = this.executions.get(letter.execution ?? '');
		if (letter.kind !== 'write' || !execution || this.struck.has('token')) return;
		const recipient = this.recipientOf(execution, letter);
		const by = `${execution.name} ${execution.tries.length}`;
		const before = recipient.unauthorized.by === by ? recipient.unauthorized.times : 0;
		const times = reply?.status === 401 ? before + 1 : 0;
		recipient.unauthorized = { by, times };
		const key = execution.list.recipientOf(letter.arrival);
		const sharing = execution.list.items.filter(({ recipient }) => recipient === key).length;
		if (times <= mostSends * sharing) return;
		this.violate(execution, `${key} was sent on after ${times - 1} times 401`);
	}

	violate({ name }: Execution, what: string): void {
		this.violations.push(`${name}: ${what}`);
	}

	private checkPinToken(execution: Execution, { arrival, leftAt }: Letter): void {
		const { tokens, settings } = this.world;
		const token = tokens.access.get(arrival.token);
		if (!token || !isValid(this.world, arrival.token) || this.struck.has('token')) return;
		if (settings.accessTokenLifetime * 1000 <= pinTokenLife) return;
		const life = token.expiresAt - leftAt;
		if (life > pinTokenLife - tokenSlack) return;
		this.violate(execution, `a PIN left with a token of ${life} ms`);
	}

	private recipientOf({ list }: Execution, { arrival }: Letter): Recipient {
		const key = list.recipientOf(arrival) ?? '';
		const known = this.recipients.get(key) ?? {
			letters: [],
			acts: [],
			unauthorized: { by: '', times: 0 },
		};
		this.recipients.set(key, known);
		return known;
	}
}
