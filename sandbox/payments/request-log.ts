/** A request of a merchant's server, and what the platform did about it. */
export interface LoggedRequest {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	operation: 'subscribe' | 'pin' | 'subscription';
	merchantId: number;
	asked: unknown;
	httpStatus: number;
	status: string;
	transactionId: number | null;
}

const SECRETS = ['password', 'pin'];

/** Every request to the three server-to-server operations in order, also the refused ones. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];

	add(entry: LoggedRequest): void {
		this.entries.push({ ...entry, asked: withoutSecrets(entry.asked) });
	}
}

function withoutSecrets(asked: unknown): unknown {
	if (typeof asked !== 'object' || asked === null) return asked;
	const copy: Record<string, unknown> = { ...asked };
	for (const name of SECRETS) if (name in copy) copy[name] = '(hidden)';
	return copy;
}
