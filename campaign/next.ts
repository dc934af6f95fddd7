/**
 * What follows a step. `more`: the next step of the same batch. `done`: all its rows have ended. The others put it back:
 * `release` for anybody, `postpone` for later, `hold` until the campaign is approved again. `pause` and `void` also stop
 * the campaign, until a person has fixed something or approved it again.
 */
export type Action = 'more' | 'done' | 'release' | 'postpone' | 'hold' | 'pause' | 'void';

/** What follows, and why; `until` when the batch is due again, Unix milliseconds. */
export interface Next {
	action: Action;
	/** In words; empty where all is well. */
	reason: string;
	until?: number;
	/** Whether the page of the campaign shows the reason. */
	isProblem?: boolean;
}
