import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, utcText } from '../clock';

/** A request of a merchant's server, and what the platform did about it. */
export interface LoggedRequest {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	operation: 'subscribe' | 'pin' | 'subscription' | 'unsubscribe' | 'refund' | 'resolve';
	merchantId: number;
	asked: unknown;
	httpStatus: number;
	status: string;
	transactionId: number | null;
}

const SECRETS = ['password', 'pin'];

/** Every request to the server-to-server operations in order, also the refused ones. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];

	add(entry: LoggedRequest): void {
		this.entries.push({ ...entry, asked: withoutSecrets(entry.asked) });
	}
}

export function logRequest(
	{ clock, payments }: { clock: Clock; payments: { requests: RequestLog } },
	{ merchantId, body: asked }: FastifyRequest,
	{ statusCode: httpStatus }: FastifyReply,
	entry: Pick<LoggedRequest, 'operation' | 'status'> & { transactionId?: number | undefined },
): void {
	const time = utcText(clock.now());
	const { transactionId = null, ...told } = entry;
	payments.requests.add({ time, merchantId, asked, httpStatus, ...told, transactionId });
}

function withoutSecrets(asked: unknown): unknown {
	if (typeof asked !== 'object' || asked === null) return asked;
	const copy: Record<string, unknown> = { ...asked };
	for (const name of SECRETS) if (name in copy) copy[name] = '(hidden)';
	return copy;
}
