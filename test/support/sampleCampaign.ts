import { randomBytes } from 'node:crypto';
import type { PieceWithList } from '../../campaign/changeRows';
import type { Campaign } from '../../campaign/types';
import { checked, running } from './campaign/pages';
import { insertRows } from './dataTables';
import type { N8nClient } from './n8nClient';

/** A campaign as it is stored, with all that belongs to it. */
export interface SampleCampaign {
	campaign: Campaign;
	pieces: PieceWithList[];
}

/** A campaign in a status, with two rows in each state and some left out. @param text stands in all that is shown of it */
export function sampleCampaign(
	{ name = 'spring-2026', ...changes }: Partial<Campaign> = {},
	text = 'Sample',
): SampleCampaign {
	const now = Date.now();
	const random = (bytes: number) => randomBytes(bytes).toString('hex');
	const own = {
		settings: { name, startAt: new Date(now + 86_400_000).toISOString() },
		keys: { planId: random(8), viewKey: random(16), controlKey: random(16) },
		now,
	};
	const { check, leftOut } = checked(text, text, own).campaign;
	const { campaign, pieces } = running({ check, leftOut, active: false }, undefined, own);
	if (changes.status !== 'planned') return { campaign: { ...campaign, ...changes }, pieces };
	const { campaign: unapproved, pieces: open } = checked(text, text, own);
	const { serviceKey } = campaign;
	const lists = new Map(pieces.map(({ number, list }) => [number, list]));
	return {
		campaign: { ...unapproved, name, serviceKey, ...changes },
		pieces: open.map((piece) => ({ ...piece, list: lists.get(piece.number) ?? '' })),
	};
}

/** Puts a campaign into n8n's tables, which are there once the desk was opened. No runner works on it. */
export async function storeCampaign(
	client: N8nClient,
	changes: Partial<Campaign>,
): Promise<SampleCampaign> {
	const sample = sampleCampaign(changes);
	const isOver = changes.status === 'finished';
	const pieces = sample.pieces.map((piece) => (isOver ? { ...piece, status: 'done' } : piece));
	const lists = pieces.map(({ planId, number, list }) => ({ planId, number, list }));
	const without = (column: string, rows: object[]) =>
		rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)));
	await insertRows(client, 'mobile_data_pieces', without('list', without('id', pieces)));
	await insertRows(client, 'mobile_data_lists', lists);
	await insertRows(client, 'mobile_data_campaigns', without('id', [sample.campaign]));
	return sample;
}
