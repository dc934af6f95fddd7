import { setTimeout as sleep } from 'node:timers/promises';

import { Dice } from '../../../sandbox/dice';
import { SandboxControl } from '../../support/sandboxControl';
import type { CampaignHost } from './host';

/** A process that was ended by kill -9. */
export interface Kill {
	name: string;
	/** Milliseconds since the epoch. */
	at: number;
}

/**
 * Kills processes in turn, each at a random moment of its own slice of the gifts, and lets the access tokens expire each
 * time; ends when all have been killed or the
 * campaign is over.
 */
export async function killThrough(
	{ supervisor, requests, sandbox }: CampaignHost,
	{
		gifts,
		count,
		seed,
		isOver,
	}: { gifts: number; count: number; seed: number; isOver: () => boolean },
): Promise<Kill[]> {
	const control = new SandboxControl(sandbox.url);
	const dice = new Dice(seed);
	const names = Object.keys(supervisor.services);
	const begun = requests.length;
	const kills: Kill[] = [];
	for (let n = 0; n < count; n++) {
		// The last tenth is left, so that a kill always strikes a campaign under way.
		const moment = ((n + dice.next()) / count) * gifts * 0.9;
		while (requests.length - begun < moment && !isOver()) await sleep(5);
		if (isOver()) break;
		const name = n < names.length ? names[n] : dice.pick(names);
		if (name === undefined) break;
		kills.push({ name, at: Date.now() });
		await supervisor.kill(name);
		await control.expireAccessTokens();
	}
	return kills;
}
