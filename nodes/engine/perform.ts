import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutSecrets } from '../../platform/redact';
import type { Service } from '../../platform/service';
import { connect } from './client';
import { baseUrlIn } from './credentials';
import {
	isSuccess,
	type Answer,
	type Ending,
	type Operation,
	type RemoteOperation,
} from './operation';
import { labelOf } from './parameters';
import { PlatformError, refusedBy, refusedWith } from './platformError';

/** Carries an operation out with one item's checked parameters. @throws PlatformError or LoginError */
export type Perform = (params: unknown) => Promise<Ending>;

/** The function that carries the operation out, ready for a whole run: credentials are read once. */
export async function performerOf(
	context: IExecuteFunctions,
	operation: Operation,
	service: Service,
): Promise<Perform> {
	if (operation.effect === 'local') {
		const baseUrl = await baseUrlIn(context);
		return async (params) =>
			await Promise.resolve(operation.compute(params, { service, baseUrl, now: Date.now() }));
	}
	const { baseUrl, host, send } = await connect(context);
	return async (params) => {
		const { status, body } = await send(
			operation.request(params, { service, baseUrl, now: Date.now() }),
		);
		const answer = { status, body: shownBody(operation, body, params, service) };
		const reading = operation.read(answer, params) ?? unread(operation, host, answer);
		if ('records' in reading) return reading;
		const { field } = reading.refused;
		const fieldLabel = field && labelOf(operation.fields, [field]);
		throw refusedWith(host, reading.refused, status, fieldLabel);
	};
}

/** What was sent with secrets must not come back with them. Searches carry none, and their answers may be large. */
function shownBody(
	operation: RemoteOperation,
	body: unknown,
	params: unknown,
	{ panelPasswordHash }: Service,
): unknown {
	if (operation.effect === 'read') return body;
	return withoutSecrets(body, [...(operation.secrets?.(params) ?? []), panelPasswordHash]);
}

/** An answer the operation does not know. A write that succeeded stays a success, however odd its answer looks. */
function unread(operation: RemoteOperation, host: string, answer: Answer): Ending {
	if (!isSuccess(answer.status)) throw refusedBy(host, answer);
	const { body } = answer;
	const shown = typeof body === 'string' ? body.slice(0, 2000) : JSON.stringify(body ?? null);
	if (operation.effect === 'read') {
		throw new PlatformError(
			`${host} answered with something that is no data`,
			`It begins: ${shown.slice(0, 200)}. Check Base Address in the credential.`,
		);
	}
	const warning =
		'The platform accepted this, but its answer could not be read. Do not send it again.';
	return {
		records: [{ warning, answer: shown }],
		...(operation.outcomes && { outcome: 'unknown' }),
	};
}
