import { setMaxListeners } from 'node:events';
import type { Give, Order } from '../../../campaign/giving';
import { giveBy } from '../../../nodes/MobileDataCampaign/give';
import { Catalogue } from '../../../sandbox/catalogue';
import { catalogueData } from '../../../sandbox/seed';
import { DEFAULTS } from '../../../sandbox/settings';
import { createWorld, type World } from '../../../sandbox/world';
import type { VirtualTime } from '../clock';
import { CheckedLimiter } from '../limiter';
import type { Execution, Letter as Request } from '../model';
import { Network, type Say, type Witness } from '../network';
import type { Reply } from '../platform';
import { newDatabase, Process as EngineProcess } from '../process';
import type { Letter, Model } from './model';
import type { Giving, Sender } from './platform';
import type { Process } from './process';
import type { CampaignScenario } from './scenario';

// A list listens to one signal for each of its requests.
setMaxListeners(0);

/** As the node has it (nodes/MobileDataCampaign/give.ts). */
const timeoutMs = 10_000;
/** A gift shows within 28 s, or a look-up doesn't tell (campaign/piece.ts, `waitMs`). */
const spare = 18_000;
const plentyMb = 1_000_000;

/** Gives by the engine and the code between it and a campaign, over a network with faults, at the platform of the sandbox. */
export class Engine implements Giving, Witness {
	private readonly world: World;
	private readonly network: Network;
	private readonly gives = new Map<Process, Promise<Give>>();
	/** Of a number, the step that gives to it now. */
	private readonly steps = new Map<string, Letter>();
	private readonly letters = new Map<Request, Letter>();

	constructor(
		private readonly time: VirtualTime,
		private readonly scenario: CampaignScenario,
		private readonly random: () => number,
		readonly model: Model,
		refuses: ReadonlySet<string>,
		say?: Say,
	) {
		this.world = worldThat(refuses);
		const faults = scenario.network ?? [];
		const parts = { faults, timeoutMs, spare };
		this.network = new Network(time, [this.world], parts, random, this, say);
	}

	get violations(): string[] {
		return this.model.violations;
	}

	get struck(): Set<string> {
		return this.model.struck;
	}

	async give(order: Order, sender: Sender) {
		if (order.kind === 'give') {
			for (const row of order.rows) this.steps.set(row.phone, { ...sender, row, name: order.name });
		}
		const known = this.gives.get(sender.process) ?? this.giveOf(sender.process);
		this.gives.set(sender.process, known);
		const give = await known;
		return await give(order);
	}

	/** The engine in a process, with its login. */
	private async giveOf(process: Process): Promise<Give> {
		const { time, network, random, scenario } = this;
		const database = newDatabase('one');
		// An account of its own, because what one process knows of an account no other one knows.
		for (const credential of database.credentials) {
			credential.baseUrl = `https://platform-${accounts++}.example`;
		}
		const limiter = new CheckedLimiter(() => time.monotonic(), this.violations);
		const engine = new Host(time, network, database, limiter, process);
		return giveBy({
			journal: engine.journal,
			limiter,
			clock: engine,
			random,
			account: await engine.account(ofCampaign, ''),
			options: { concurrency: scenario.concurrency },
			services: [],
			runName: '1',
		});
	}

	leaves(request: Request): void {
		const { kind, arrival, fault } = request;
		if (fault) this.struck.add('doubtful network');
		if (kind === 'read') this.model.lookUps += 1;
		if (kind !== 'write') return;
		const { msisdn } = arrival.body as { msisdn: string };
		const step = this.steps.get(msisdn);
		if (!step) return this.model.violate(`${msisdn}: no step gives to it`);
		// The model notes on each letter when it left.
		const letter = { ...step };
		this.letters.set(request, letter);
		this.model.leaves(letter);
	}

	ends(): void {
		// The results that are stored show each answer.
	}

	acted(request: Request, { status }: Reply): void {
		const letter = this.letters.get(request);
		if (letter && status === 200) this.model.acted(letter);
	}
}

let accounts = 0;

/** The part of an execution that its account is read by. */
const ofCampaign = { name: '-', list: { tenant: 0, isSigned: false } } as Execution;

/** The engine's clock and memory in a process of the campaign, which dies with it. */
class Host extends EngineProcess {
	constructor(
		time: VirtualTime,
		network: Network,
		database: ReturnType<typeof newDatabase>,
		limiter: CheckedLimiter,
		private readonly process: Process,
	) {
		super(time, network, database, limiter);
		void process.death.then(() => {
			this.isDead = true;
		});
	}

	override now(): number {
		return this.process.now();
	}

	override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		await this.process.wait(0);
		await super.sleep(milliseconds, signal);
	}
}

/** A platform that knows each number, and has data for all. */
function worldThat(refuses: ReadonlySet<string>): World {
	const world = createWorld({ ...DEFAULTS, queryDelaySeconds: 0 });
	world.catalogue = new Numbers(refuses);
	for (const pool of world.pools) pool.totalAmount = plentyMb;
	return world;
}

class Numbers extends Catalogue {
	constructor(private readonly refuses: ReadonlySet<string>) {
		super(catalogueData);
	}

	override subscriber(msisdn: string) {
		const operator = this.data.operators.find(({ code }) => code === 'XZ_SANDBOX');
		return operator && { operator, blacklisted: this.refuses.has(msisdn) };
	}
}
