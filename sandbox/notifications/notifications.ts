import type { Clock } from '../clock';
import type { Finals } from '../payments/finals';
import type { Settings } from '../settings';
import { Inboxes } from './inboxes';
import { Notifier } from './notifier';
import type { Storm } from './storm';

/** What the platform tells merchants, and the addresses the sandbox has for those without one. */
export interface Notifications {
	notifier: Notifier;
	inboxes: Inboxes;
	/** The last one that was asked for. */
	storm: Storm | null;
	/** Nothing is sent any more. */
	stop(): void;
}

export function createNotifications(
	settings: Settings,
	clock: Clock,
	finals: Finals,
): Notifications {
	const notifier = new Notifier(settings, clock);
	finals.onFinal((payment) => {
		notifier.notify(payment);
	});
	return {
		notifier,
		inboxes: new Inboxes(),
		storm: null,
		stop() {
			notifier.stop();
			this.storm?.stop();
		},
	};
}
