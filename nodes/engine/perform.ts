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
import { PlatformError, refusedWith } from './platformError';

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
	const { baseUrl, host, send } = await connect(context);
	return async (params) => {
		const service = serviceFor(services, params);
		const { status, body } = await send(
			operation.request(params, { service, baseUrl, now: Date.now() }),
		);
		const answer = { status, body: shownBody(operation, body, params, services) };
		// A platform that fails may say anything; only its status can be trusted then.
		const reading = status < 500 ? operation.read(answer, params) : undefined;
		if (reading === undefined) return unread(operation, host, answer);
		if ('records' in reading) return reading;
		throw refusedWith(host, reading.refused, status, fieldLabelOf(operation, reading.refused));
	};
}

/** The service an item names, with its own keys; the credential's first when it names none. */
function serviceFor(services: Service[], params: unknown): Service {
	const named = z.object({ serviceKey: z.string() }).safeParse(params);
	return serviceNamed(services, named.success ? named.data.serviceKey : undefined);
}

/** What was sent with secrets must not come back with them. Searches carry none, and their answers may be large. */
function shownBody(
	operation: RemoteOperation,
	body: unknown,
	params: unknown,
	services: Service[],
): unknown {
	if (operation.effect === 'read') return body;
	const ofServices = services.flatMap((service) => [
		service.panelPasswordHash,
		service.signingSecret,
	]);
	return withoutSecrets(body, [...(operation.secrets?.(params) ?? []), ...ofServices]);
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
