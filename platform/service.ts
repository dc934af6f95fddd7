import { z } from 'zod';

/** The hash functions a service may sign with (public facts, “sign”); SHA1 is the usual one. */
export const signingAlgorithms = ['sha1', 'sha256', 'md5'] as const;

const serviceSchema = z.object({
	serviceKey: z.string().trim().catch(''),
	signingSecret: z.string().catch(''),
	signingAlgorithm: z.enum(signingAlgorithms).catch('sha1'),
	panelUsername: z.string().catch(''),
	panelPasswordHash: z.string().catch(''),
});

const moreServicesSchema = z
	.object({ moreServices: z.object({ service: z.array(serviceSchema) }) })
	.transform(({ moreServices }) => moreServices.service)
	.catch([]);

/** What belongs to one payment service: its key, the key it signs with, its login of the partner panel. */
export type Service = z.infer<typeof serviceSchema>;

const noService = serviceSchema.parse({});

/** Reads a service out of a stored credential; everything is optional. */
export function serviceOf(credential: object): Service {
	return serviceSchema.parse(credential);
}

/** The service of a credential, and the other services it names. */
export function servicesOf(credential: object): Service[] {
	return [serviceOf(credential), ...moreServicesSchema.parse(credential)];
}

/**
 * The service of that key, with its own keys; the first one when no key is given. A key that none of them has stands
 * alone: nothing is signed or logged in with the keys of another service.
 */
export function serviceNamed(services: Service[], serviceKey: string | undefined): Service {
	const [first = noService] = services;
	if (serviceKey === undefined) return first;
	const own = services.find((service) => service.serviceKey === serviceKey);
	return own ?? { ...noService, serviceKey };
}

/** The partner panel's login as the body of a payment carries it (contract, “Authentication”, 5), if there is one. */
export function panelLogin(service: Service): { username?: string; password?: string } {
	const { panelUsername: username, panelPasswordHash: password } = service;
	return username === '' ? {} : { username, password };
}
