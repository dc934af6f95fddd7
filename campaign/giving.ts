import type { PieceDecision } from './decide';
import type { Row } from './types';

/** A request to the engine. A look-up sends no gift. */
export interface Order {
	kind: PieceDecision['kind'];
	/** Of the campaign as it was approved, whatever the table says by now: gifts are found by them. */
	name: string;
	serviceKey: string;
	rows: Row[];
	/** No gift or look-up leaves later, Unix milliseconds. */
	sendUntil: number;
	/** Undefined for no limit. */
	perSecond?: number;
}

/** The result of a row of an order. In a look-up `given` was found, and `notSent` without trouble isn't there. */
export type GiveResult =
	| { kind: 'given' }
	| { kind: 'refused' | 'inDoubt'; reason: string }
	/** It can't have been given. `trouble`: why, where it isn't just the time. */
	| { kind: 'notSent'; trouble?: Trouble }
	/** A look-up that there was no time for. */
	| { kind: 'notAsked' };

/** A trouble that strikes all rows: the campaign waits, or pauses until a person has looked. */
export interface Trouble {
	message: string;
	needsPerson?: boolean;
	/** The platform turned requests away for no longer than a step lasts, so that the campaign waits less. */
	isShort?: boolean;
}

/** Gives, or looks up; a result for each row, in their order. */
export type Give = (order: Order) => Promise<GiveResult[]>;
