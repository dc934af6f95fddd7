import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { withoutSecrets } from '../../platform/redact';
import { readRefusal, type Refusal } from '../../platform/refusal';
import { serviceNamed, type Service } from '../../platform/service';
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
import { beginningOf, refusedWith, unreadable } from './platformError';

/** Carries an operation out with one item's checked parameters. @throws PlatformError or LoginError */
export type Perform = (params: unknown) => Promise<Ending>;

/** The function that carries the operation out, ready for a whole run: credentials are read once. */
export async function performerOf(
	context: IExecuteFunctions,
	operation: Operation,
	services: Service[],
): Promise<Perform> {
	if (operation.effect === 'local') {
		const baseUrl = operation.usesAccount ? await baseUrlIn(context) : '';
		return async (params) => {
			const service = serviceFor(services, params);
			const ending = operation.compute(params, { service, baseUrl, now: Date.now() });
			return await Promise.resolve(ending);
		};
	}
	const { baseUrl, host, secrets, send } = await connect(context);
	const ofServices = services.flatMap((one) => [one.panelPasswordHash, one.signingSecret]);
	return async (params) => {
		const service = serviceFor(services, params);
		const { status, body } = await send(
			operation.request(params, { service, baseUrl, now: Date.now() }),
		);
		// What was sent must not come back with its secrets. Lists hold none, and may be large.
		const isList = operation.effect === 'read' && isSuccess(status);
		const hidden = () => [...(operation.secrets?.(params) ?? []), ...ofServices, ...secrets()];
		const answer = { status, body: isList ? body : withoutSecrets(body, hidden()) };
		// A platform that fails may say anything; only its status can be trusted then.
		const reading = status < 500 ? operation.read(answer, params) : undefined;
		if (reading === undefined) return unread(operation, host, answer);
		if ('records' in reading) {
			const isLost = reading.records.length === 0 && operation.effect !== 'read';
			return isLost ? unread(operation, host, answer) : reading;
		}
		throw refusedWith(host, reading.refused, status, fieldLabelOf(operation, reading.refused));
	};
}

const namingService = z.object({ serviceKey: z.string() });

/** The service an item names, with its own keys; the credential's first when it names none. */
function serviceFor(services: Service[], params: unknown): Service {
	const named = namingService.safeParse(params);
	return serviceNamed(services, named.success ? named.data.serviceKey : undefined);
}

/** The platform's names for what the node calls otherwise. */
const platformNames: Record<string, string> = { apikey: 'serviceKey', mno: 'operator' };

/** How the node calls the field a refusal names; undefined when it has no such field. */
function fieldLabelOf({ fields }: RemoteOperation, { field }: Refusal): string | undefined {
	return field === undefined ? undefined : labelOf(fields, [platformNames[field] ?? field]);
}

/** An answer the operation does not know. A write that succeeded stays a success, however odd its answer looks. */
function unread(operation: RemoteOperation, host: string, answer: Answer): Ending {
	const { status, body } = answer;
	if (!isSuccess(status)) {
		const refusal = readRefusal(body);
		throw refusedWith(host, refusal, status, fieldLabelOf(operation, refusal));
	}
	if (operation.effect === 'read') throw unreadable(host, body);
	const warning =
		'The platform accepted this, but its answer could not be read. Do not send it again.';
	return {
		records: [{ warning, answer: beginningOf(body) }],
		...(operation.outcomes && { outcome: 'unknown' }),
	};
}
