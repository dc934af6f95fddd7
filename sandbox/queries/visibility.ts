import { utcText } from '../clock';
import type { World } from '../world';

/**
 * Whether a record of a time is found yet (setting `queryDelaySeconds`). Records have whole seconds, so one waits for at
 * least as long as the setting says.
 */
export function visibility({ settings, clock }: World): (time: string) => boolean {
	const { queryDelaySeconds } = settings;
	if (queryDelaySeconds === 0) return () => true;
	const limit = utcText(clock.now() - queryDelaySeconds * 1000);
	return (time) => time < limit;
}
