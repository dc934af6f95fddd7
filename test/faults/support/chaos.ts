import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';
import type { CredentialsInMemory } from '../../support/credentialsHelper';
import { loggedIn } from '../../support/gifting';
import { Platform } from '../../support/platform';
import { outputOf } from '../../support/runNode';
import { kinds, listDelaySeconds, settlingTime, timeoutMs, type Kind } from './kinds';
import { lies, rulesOf } from './lies';
import { runSubject } from './runSubject';
import { sampleOf, type Sample, type Subject } from './samples';
import { seed } from './seed';
import { looks } from './situations';
import { accountOf, saidByItem, tallyOf, type Tally } from './tally';

/** The share of requests that something goes wrong with. */
const share = 0.2;

/** How often a token dies under everybody, in requests: a run has fifty under way. */
const rareChance = 1 / 2000;

/** The options of a node that is to get through it. */
export const patience = {
	concurrency: 50,
	timeout: timeoutMs / 1000,
	tries: 8,
	retryFor: 600,
	settlingTime,
};

/**
 * Every kind of fault at once: a share of the requests at the platform is struck, and the same of the logins. Of the
 * look-ups that get through, the same share hides the numbers.
 */
export function chaosRules(paths: string[]) {
	const usual = kinds.filter(({ inChaos }) => inChaos === 'usual');
	const [atLogin, atPlatform] = [
		usual.filter(({ begin }) => begin !== undefined),
		usual.filter(({ begin }) => begin === undefined),
	];
	const rare = kinds.filter(({ inChaos }) => inChaos === 'rare');
	const chanceOf = (kind: Kind) => {
		if (rare.includes(kind)) return rareChance;
		// A request goes past all of them; only the first that strikes counts.
		return 1 - (1 - share) ** (1 / (atLogin.includes(kind) ? atLogin : atPlatform).length);
	};
	const hiding = lies.filter(({ isTelling, fault }) => isTelling && fault !== undefined);
	return [
		...[...rare, ...atPlatform, ...atLogin].flatMap((kind, at) =>
			kind.rules({ chance: chanceOf(kind), seed: seed + at }, paths),
		),
		...hiding.flatMap((lie, at) =>
			Object.values(looks).flatMap((where) =>
				rulesOf(lie, where, { chance: share / hiding.length, seed: seed - at }),
			),
		),
	];
}

/** So many customers, each with a number of their own. */
export function customers(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, at) => ({ phone: String(999_100_001_000 + at) }));
}

/** An operation that spends, at a platform where everything goes wrong at once. */
export class Chaos {
	private constructor(
		readonly platform: Platform,
		private readonly credentials: CredentialsInMemory,
		private readonly subject: Subject,
		private readonly sample: Sample,
	) {}

	/** @param key of the subject */
	static async around(key: string, paths: string[]): Promise<Chaos> {
		const platform = await Platform.start();
		const credentials = await loggedIn(platform);
		const { subject, sample } = sampleOf(key);
		platform.faults(...chaosRules(paths));
		platform.set({ queryDelaySeconds: listDelaySeconds });
		return new Chaos(platform, credentials, subject, sample);
	}

	/** Runs it patiently. */
	async run(
		items: IDataObject[],
		{
			settings,
			options = {},
			...parameters
		}: { settings?: Partial<INode>; options?: object } & INodeParameters = {},
	): Promise<IRun> {
		return await runSubject(this.subject, this.sample, {
			credentials: this.credentials,
			items,
			parameters,
			options: { ...patience, ...options },
			settings,
		});
	}

	/** How often the platform has done what an item asked. */
	timesDone(item: IDataObject): number {
		return this.sample.timesDone?.(this.platform, item) ?? 0;
	}

	/** The node's output beside the platform's ledger. */
	compare(items: IDataObject[], run: IRun): Tally {
		const said = saidByItem(outputOf(run));
		return tallyOf(
			items.map((item, index) => ({
				...accountOf(said.get(index) ?? [], item),
				times: this.timesDone(item),
				isKnowable: false,
			})),
		);
	}

	/** The share of the requests that were struck. */
	struckShare(): number {
		const struck = this.platform.sandbox.world.faults
			.report()
			.reduce((sum, one) => sum + one.struck, 0);
		return struck / this.platform.traffic().total;
	}

	async close(): Promise<void> {
		await this.platform.close();
	}
}
