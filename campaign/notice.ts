import { textIn } from '../platform/answer';
import { isButton } from './buttons';
import type { Button } from './change';
import type { PageRequest } from './http';
import type { Notice } from './statusPage';
import type { Campaign } from './types';

/** What a button has done, and the status that follows from it; no status where it's about rows. */
const doneTexts: Record<Button, { text: string; status?: Campaign['status'][] }> = {
	approve: { text: 'Approved.', status: ['running', 'finished'] },
	pause: { text: 'Paused: no new gift leaves after 2 seconds.', status: ['paused'] },
	resume: { text: 'Resumed.', status: ['running', 'finished'] },
	cancel: { text: 'Canceled: no new gift leaves after 2 seconds.', status: ['canceled'] },
	retry: { text: 'The failed rows are looked up, and retried.' },
	checkAgain: { text: 'The rows in doubt are looked up again.' },
	countGiven: { text: 'The rows in doubt count as given.' },
	countFailed: { text: 'The rows in doubt count as failed.' },
};

interface Pressed {
	/** With the button that a change has named. */
	request: Pick<PageRequest, 'query'>;
	/** As it is now. */
	campaign: Pick<Campaign, 'status' | 'approvedAt'>;
}

/** What the button did that was pressed before; somebody else may have been first. */
export function noticeOf({ request, campaign }: Pressed): Notice | undefined {
	const done = textIn(request.query.done);
	if (done === undefined || !isButton(done)) return undefined;
	const { text, status = [campaign.status] } = doneTexts[done];
	const at = textIn(request.query.at);
	// The second of two approvals at the same time finds the time of the first.
	const isSecond = at !== undefined && Date.parse(campaign.approvedAt ?? '') !== Number(at);
	if (!status.includes(campaign.status) || isSecond) {
		const why = 'Nothing was changed: somebody else changed the campaign at the same time.';
		return { text: why, isRefused: true };
	}
	const skipped = Number(textIn(request.query.skipped) ?? 0);
	if (!(skipped > 0)) return { text, isRefused: false };
	const rest = `Batches that somebody works on: ${skipped}. Press the button again in a minute.`;
	return { text: `${text} ${rest}`, isRefused: false };
}
