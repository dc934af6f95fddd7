import { textIn } from '../platform/answer';
import { buttons, isButton, type ButtonWords } from './change';
import type { PageRequest } from './http';
import type { Notice } from './statusPage';
import type { Campaign } from './types';

interface Pressed {
	/** With the button that a change has named. */
	request: Pick<PageRequest, 'query'>;
	/** As it is now. */
	campaign: Pick<Campaign, 'status' | 'approvedAt'>;
}

/** What the button did that was pressed before; somebody else may have been first. */
export function noticeOf({ request, campaign }: Pressed): Notice | undefined {
	const button = textIn(request.query.done);
	if (button === undefined || !isButton(button)) return undefined;
	const { done: text, follows = [campaign.status] }: ButtonWords = buttons[button];
	const at = textIn(request.query.at);
	// The second of two approvals at the same time finds the time of the first.
	const isSecond = at !== undefined && Date.parse(campaign.approvedAt ?? '') !== Number(at);
	if (!follows.includes(campaign.status) || isSecond) {
		const why = 'Nothing was changed: somebody else changed the campaign at the same time.';
		return { text: why, isRefused: true };
	}
	const skipped = Number(textIn(request.query.skipped) ?? 0);
	if (!(skipped > 0)) return { text, isRefused: false };
	const rest = `Batches that somebody works on: ${skipped}. Press the button again in a minute.`;
	return { text: `${text} ${rest}`, isRefused: false };
}
