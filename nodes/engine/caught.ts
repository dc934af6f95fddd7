import { InputError } from '../../platform/input';
import { LoginError } from '../../platform/loginError';
import { PlatformError } from './platformError';

/** What an error that was caught says of the item it struck, and of those after it. */
export interface Caught {
	/** Whether the platform failed, rather than refuse. */
	isPlatformsFault: boolean;
	/** Whether the next item can only meet the same, and asking again would bring the operator's lock nearer. */
	endsRun: boolean;
	/** Whether what was to be sent has left or may have, whatever came of it. */
	mayHaveLeft: boolean;
	/** Whether it may have been done all the same, so that a further try looks first. */
	mayBeDone: boolean;
	/** Whether nobody can tell if it was done, so that a person has to look. */
	isLost: boolean;
}

/** @param hasTrace whether what was sent is looked up before it is called lost */
export function readCaught(error: unknown, hasTrace: boolean): Caught {
	if (error instanceof InputError) return stayedHere;
	if (error instanceof LoginError) {
		return { ...stayedHere, isPlatformsFault: !error.isRefusal, endsRun: error.isRefusal };
	}
	// What is none of ours may come from anywhere, also from reading the answer.
	if (!(error instanceof PlatformError)) return fromAnywhere;
	const { status, fate, lostReference, endsRun = false } = error.more;
	const mayBeDone = fate === 'unknown';
	return {
		isPlatformsFault: error.isPlatformsFault,
		endsRun,
		mayHaveLeft: status !== undefined || fate !== 'notActed',
		mayBeDone,
		isLost: hasTrace ? lostReference !== undefined : mayBeDone,
	};
}

const stayedHere: Caught = {
	isPlatformsFault: false,
	endsRun: false,
	mayHaveLeft: false,
	mayBeDone: false,
	isLost: false,
};

const fromAnywhere: Caught = { ...stayedHere, mayHaveLeft: true, mayBeDone: true, isLost: true };
