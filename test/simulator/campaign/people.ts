import {
	approve,
	changeStatus,
	type Button,
	type Change,
	type ChangeInput,
} from '../../../campaign/change';
import type { Check } from '../../../campaign/check';
import { changeRows } from '../../../campaign/changeRows';
import { changeValue, isValueButton, type ValueButton } from '../../../campaign/changeValue';
import { uncountedIn } from '../../../campaign/otherGifts';
import type { PlanInput } from '../../../campaign/plan';
import { planCampaign } from '../../support/campaign/plan';
import { totalsOf } from '../../../campaign/totals';
import { atOnce } from '../../../campaign/piece';
import { hashOf } from '../../../campaign/seal';
import type { Campaign, Piece, StoredList } from '../../../campaign/types';
import { isNamesake } from '../../../campaign/settings';
import { refusalOfWrong } from '../../../campaign/wrongCells';
import { writesOf } from '../../../nodes/MobileDataCampaign/stored';
import { readCampaign, readOther, readPiece } from '../../../nodes/MobileDataCampaign/tables';
import { isSame, type Model, type Stored } from './model';
import type { Process } from './process';
import { readRows } from './reading';
import { limitZone, type Act, type CampaignScenario } from './scenario';
import type { RowOf, Store, StoreCondition } from './store';

/** Columns whose cells somebody empties. */
const ofPiece = ['stepMb', 'dates', 'dueAt', 'stamp', 'doubts', 'status', 'place', 'reasons'];
const ofCampaign = ['round', 'status', 'plannedAt', 'megabytesPerDay', 'check', 'startAt'];

/** A cell that somebody has emptied. */
export interface Emptied {
	table: 'pieces' | 'campaigns';
	row: Stored;
	column: string;
	before: unknown;
}

/** People who plan, press the buttons of the page, and change tables by hand. */
export class People {
	/** Campaigns of which a change broke off, or somebody else was first: then the page asks to press again. */
	readonly unfinished = new Set<number>();
	private emptied: Emptied[] = [];
	private readonly changedLists: RowOf<'lists'>[] = [];

	constructor(
		private readonly store: Store,
		private readonly model: Model,
	) {}

	/** Plans a campaign. @param counted plan IDs of the campaigns whose rows were counted @returns its ID */
	async plan(
		process: Process,
		input: PlanInput,
		insert: CampaignScenario['insert'],
		counted: string[] = [],
	): Promise<number> {
		const { store } = this;
		const { campaign, pieces, lists, check: found } = planCampaign(input);
		const inserted = insert === 'broken' ? pieces.slice(1) : pieces;
		const again = insert === 'twice' ? pieces.slice(0, 1) : [];
		for (const piece of [...inserted, ...again]) {
			await store.insert(process.store, 'pieces', piece);
		}
		const first = { token: 'new', leaseUntil: atOnce, taken: '[]', day: '', dayMb: 0 };
		if (store.tables.runner.length === 0) await store.insert(process.store, 'runner', first);
		for (const list of lists) await store.insert(process.store, 'lists', list);
		const rest = { pools: [], similar: [], columns: [], chosen: {}, columnsKey: '' };
		const whole: Check = { ...found, ...rest, counted };
		const check = counted.length > 0 ? JSON.stringify(whole) : '';
		return (await store.insert(process.store, 'campaigns', { ...campaign, check })).id;
	}

	/** Presses a button of the page, which was read a moment ago, with the value that the person has filled in. */
	async press(
		process: Process,
		id: number,
		button: Button,
		key?: string,
		readingMs = 500,
		value = '',
	): Promise<void> {
		const { store, model } = this;
		const shown = await this.campaign(process, id);
		await process.wait(readingMs);
		const campaign = await this.campaign(process, id);
		if (!shown || !campaign) return;
		const asked = {
			campaign,
			now: process.now(),
			key: key ?? campaign.controlKey,
			zone: limitZone,
		};
		const pieces = await store.get(process.store, 'pieces', [['planId', 'eq', campaign.planId]]);
		const read = readRows(readPiece, pieces);
		const change =
			refusalOfWrong(button, read.wrong) ??
			(isValueButton(button)
				? changeValue(button, { ...asked, value, hash: hashOf(shown) })
				: await this.changeOf(process, asked, button, hashOf(shown), read.rows));
		if (change.refused !== undefined) return;
		if (asked.key !== campaign.controlKey) model.violate(`a key decides: ${asked.key}`);
		for (const optOut of change.optOuts ?? []) {
			const { phone } = await store.insert(process.store, 'optOuts', optOut);
			// In another country it's another number.
			const isKnown = campaign.country !== 'AT' || model.planned.has(phone.slice(1));
			if (!isKnown || !phone.startsWith('+')) model.violate(`${value} is stored as ${phone}`);
			model.optedOut(phone.slice(1));
		}
		const isSetting = isValueButton(button);
		if (change.campaign && isSetting) model.changesSetting(campaign, shown, change.campaign.set);
		const round = isSetting ? undefined : change.campaign?.set.round;
		if (round !== undefined) this.unfinished.add(id);
		const [many, single, campaigns] = writesOf(campaign, change);
		for (const write of [...many, ...single]) {
			await store.update(process.store, 'pieces', write);
		}
		const own = campaigns.pop();
		for (const write of campaigns) {
			if (write) await store.update(process.store, 'campaigns', write);
		}
		if (!change.campaign || !own) return;
		if (button === 'approve') {
			if (!isSame(campaign, shown)) model.violate('it was approved, and something else was shown');
			model.approves({ ...campaign, ...change.campaign.set } as Campaign);
		}
		const rows = await store.update(process.store, 'campaigns', own);
		if (rows.some((row) => row.round === round)) this.unfinished.delete(id);
	}

	private async changeOf(
		process: Process,
		input: ChangeInput,
		button: Exclude<Button, ValueButton>,
		hash: string,
		pieces: Piece[],
	): Promise<Change> {
		const { store } = this;
		const { campaign } = input;
		if (button === 'pause' || button === 'resume' || button === 'cancel') {
			return changeStatus(button, input);
		}
		const own: StoreCondition = ['planId', 'eq', campaign.planId];
		if (button === 'approve') {
			const others = (await store.get(process.store, 'campaigns', [])).map(readOther);
			const namesakes = others.filter((other) => isNamesake(campaign, other));
			const uncounted = uncountedIn(others, campaign);
			const totals = totalsOf(pieces);
			return approve({ ...input, hash, by: 'Sam', totals, namesakes, uncounted });
		}
		const lists = await store.get(process.store, 'lists', [own]);
		const listOf = (number: number) => lists.find((one) => one.number === number)?.list ?? '[]';
		const stored = pieces.map((piece) => ({ ...piece, list: listOf(piece.number) }));
		return changeRows(button, stored, { ...input, by: 'Sam' });
	}

	/** Does what the scenario says: presses a button, or changes a table by hand. */
	async act({ what, which, key }: Act, process: Process, id: number): Promise<void> {
		const { store, model } = this;
		const { campaigns } = store.tables;
		const campaign = campaigns.find((one) => one.id === id);
		if (!campaign) return;
		const edit = (set: Partial<Campaign>) => {
			store.edit('campaigns', id, set);
		};
		const keys = { control: campaign.controlKey, view: campaign.viewKey, wrong: 'a guess' };
		const press = async (button: Button, value?: string) => {
			await this.press(process, id, button, keys[key], which * which, value);
		};
		const lists = store.tables.lists.filter(({ number }) => number > 0);
		const list = lists[which % lists.length];
		if (what === 'optOut' || what === 'badOptOut') {
			const phones = [...model.planned.keys()];
			const phone = phones[which % phones.length] ?? '';
			const written = what === 'optOut' ? `+${phone.slice(0, 2)} ${phone.slice(2)}` : 'nobody';
			await store.insert(process.store, 'optOuts', { phone: written });
			if (what === 'optOut') model.optedOut(phone);
			else model.badOptOut(true);
		} else if (what === 'changeRow') {
			if (list) this.changeList(list);
		} else if (what === 'emptyCell') {
			this.emptyCell(campaign, which);
		} else if (what === 'budget') {
			edit({ budget: Math.round(campaign.budget * ([0.2, 1, 3][which % 3] ?? 1) * 1_000) / 1_000 });
		} else if (what === 'quietHours') {
			const isOff = campaign.quietFrom === '';
			edit(isOff ? { quietFrom: '11:00', quietTo: '19:00' } : { quietFrom: '10:00' });
		} else if (what === 'rowsPerSecond') {
			edit({ rowsPerSecond: which });
		} else if (what === 'megabytesPerDay') {
			edit({ megabytesPerDay: which % 2 ? 0 : Math.round(campaign.megabytes * 0.7) });
		} else if (what === 'country') {
			edit({ country: ['AT', 'DE', ''][which % 3] });
		} else if (what === 'reading') {
			edit({ reading: `${campaign.reading}; ${which}` });
		} else if (what === 'stopAt') {
			edit({ stopAt: new Date(process.now() + which * 1_000).toISOString() });
		} else if (what === 'name') {
			edit({ name: `other-${which}` });
		} else if (what === 'changeBudget') {
			await press(what, String(Math.ceil(campaign.budget * ([0.2, 1, 3][which % 3] ?? 1))));
		} else if (what === 'raiseDayLimit') {
			await press(
				what,
				String(Math.ceil(campaign.megabytesPerDay * ([0.5, 1, 2][which % 3] ?? 1))),
			);
		} else if (what === 'addOptOut') {
			const phone = [...model.planned.keys()][which % model.planned.size] ?? '';
			await press(what, phone.startsWith('43') ? `0${phone.slice(2)}` : `+${phone}`);
		} else {
			await press(what === 'countFailedAndRetry' ? 'countFailed' : what);
			if (what === 'countFailedAndRetry') await press('retry');
		}
	}

	/** Somebody changes an amount in the table. */
	private changeList(stored: RowOf<'lists'>): void {
		const list = stored.list.replace(/"megabytes":(\d)/, '"megabytes":9$1');
		this.changedLists.push({ ...stored });
		this.store.edit('lists', stored.id, { list } satisfies Partial<StoredList>);
	}

	/** Somebody empties a cell of the campaign, or of one of its pieces. @returns it, where it wasn't empty before */
	emptyCell(campaign: Campaign, which: number): Emptied | undefined {
		const own = this.store.tables.pieces.filter(({ planId }) => planId === campaign.planId);
		const isOfPiece = which % 4 > 0;
		const row = (isOfPiece ? own[which % own.length] : campaign) as Stored | undefined;
		const columns = isOfPiece ? ofPiece : ofCampaign;
		const column = columns[Math.floor(which / 4) % columns.length] ?? '';
		if (!row || row[column] === null) return undefined;
		const table = isOfPiece ? 'pieces' : 'campaigns';
		const emptied = { table, row, column, before: row[column] } as const;
		this.model.emptied(table, row, column);
		this.emptied.push(emptied);
		this.store.setCell(row, column, null);
		return emptied;
	}

	/** Plans a draft in place: no other campaign has used up its name after all. */
	planAgain(id: number): void {
		this.store.edit('campaigns', id, { status: 'planned', problem: '' });
	}

	/** Puts lists, opt-outs, and the cells of a campaign right. */
	repair({ planId }: Pick<Campaign, 'planId'>): void {
		const own = this.emptied.filter(({ row }) => row.planId === planId);
		this.emptied = this.emptied.filter((one) => !own.includes(one));
		// The last value first: a cell may have been emptied twice.
		for (const { row, column, before } of own.reverse()) {
			this.store.setCell(row, column, row[column] ?? before);
			// The figures of a piece may not add up before it's saved anew.
			if ('round' in row) this.store.edit('campaigns', Number(row.id), {});
			this.model.news();
		}
		for (const { id: list, ...before } of this.changedLists.splice(0).reverse()) {
			this.store.edit('lists', list, before);
		}
		const { optOuts } = this.store.tables;
		this.model.badOptOut(false);
		optOuts.splice(0, optOuts.length, ...optOuts.filter(({ phone }) => phone !== 'nobody'));
	}

	/** Puts the settings right that can't be approved again. */
	repairSettings(id: number, { name, budget }: Campaign): void {
		const campaign = this.store.tables.campaigns.find((one) => one.id === id);
		const most = Math.max(campaign?.budget ?? 0, budget);
		this.store.edit('campaigns', id, { name, budget: most });
	}

	/** A campaign as the page reads it; undefined where a cell of it is wrong. */
	private async campaign(process: Process, id: number): Promise<Campaign | undefined> {
		const stored = await this.store.get(process.store, 'campaigns', [['id', 'eq', id]]);
		return readRows(readCampaign, stored).rows[0];
	}
}
