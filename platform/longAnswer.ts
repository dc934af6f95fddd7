/** So much of an answer is held in memory, in bytes or characters after unpacking: n8n takes as much in a call. */
export const maxHeld = 16_000_000;

/** So many lists and objects of an answer are held: what walks through more of them stops n8n for seconds. */
export const maxOpened = 200_000;

/** An answer that is too long to be held. The message continues the name of who sent it. */
export class LongAnswerError extends Error {
	constructor(size = `${maxHeld / 1_000_000} MB`) {
		super(`sent a response of more than ${size}`);
	}
}
