import { createHash } from 'node:crypto';
import { settingLabels } from './settings';
import type { ApprovalRecord } from './tableCells';
import type { Campaign, Piece, Settings, StoredList } from './types';
import { phrase, phraseOf, texts, textStored, type Phrase, type Value } from '../platform/say';

/** The settings alone: a campaign also has its keys. */
export function settingsOf(campaign: Settings): Settings {
	const names = Object.keys(settingLabels);
	const entries = names.map((name) => [name, campaign[name as keyof Settings]]);
	return Object.fromEntries(entries) as unknown as Settings;
}

/** All that somebody approves. */
type Sealed = Settings & Pick<Campaign, 'listHash' | 'rows' | 'megabytes'>;
const sealedLabels: Record<keyof Sealed, string> = {
	...settingLabels,
	rows: texts('Number of rows'),
	megabytes: texts('Planned MB'),
	listHash: texts('Fingerprint of the list'),
};

/** Everything an approval covers, as text that is stored with it and compared before each step. */
export function sealOf(campaign: Sealed): string {
	const entries = Object.keys(sealedLabels).map((name) => [name, campaign[name as keyof Sealed]]);
	return JSON.stringify(Object.fromEntries(entries));
}

/** The fingerprint of the seal, which a person or a program approves. */
export function hashOf(campaign: Sealed): string {
	return sha256(sealOf(campaign));
}

/** The settings that were approved last; undefined before the first approval. */
export function approvedSettings({ approved }: Pick<Campaign, 'approved'>): Sealed | undefined {
	return approved === '' ? undefined : (JSON.parse(approved) as Sealed);
}

/** Every approval of a campaign, the first one first. */
export function approvalsOf({ approvals }: Pick<Campaign, 'approvals'>): ApprovalRecord[] {
	return approvals === '' ? [] : (JSON.parse(approvals) as ApprovalRecord[]);
}

/** The differences from the approved settings. */
export function changesOf(campaign: Pick<Campaign, 'approved'> & Sealed): Phrase[] {
	const was = approvedSettings(campaign);
	if (!was) return [];
	return Object.entries(sealedLabels).flatMap(([name, label]) => {
		const [before, after] = [was[name as keyof Sealed], campaign[name as keyof Sealed]];
		return before === after
			? []
			: [phrase`${phraseOf(label)} was ${valueWords(before)} and is ${valueWords(after)}`];
	});
}

function valueWords(value: unknown): Value {
	if (typeof value === 'number') return { amount: value };
	return value === null || value === undefined || value === ''
		? phrase`not set`
		: phraseOf(textStored(String(value)));
}

/** The parts of a piece that its seal covers: its list, its place, and its share of the budget. */
type SealedPiece = Pick<Piece, 'number' | 'place' | 'megabytesBefore'> & Pick<StoredList, 'list'>;

export function contentHash({ number, place, megabytesBefore, list }: SealedPiece): string {
	return sha256(JSON.stringify([number, place, megabytesBefore, list]));
}

/** The hash of a whole list. @param contents of its pieces, in their order */
export function listHashOf(contents: string[]): string {
	return sha256(contents.join('\n'));
}

/** Binds a piece to the list that was approved. @param content its `contentHash` */
export function pieceSeal(listHash: string, content: string): string {
	return sha256(`${listHash}\n${content}`);
}

/** Whether a piece and its list are as they were planned. */
export function isSealed({ listHash }: Pick<Campaign, 'listHash'>, piece: Piece, list: string) {
	return pieceSeal(listHash, contentHash({ ...piece, list })) === piece.seal;
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
