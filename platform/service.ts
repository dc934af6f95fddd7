import { z } from 'zod';
import { normalizeServiceKey } from './identifiers';
import { onInputError, tried } from './input';

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

/** One payment service: its key, its signature key, its login of the partner panel. */
export interface Service extends z.infer<typeof serviceSchema> {
	/** The other services of the credential, where no key says which one is meant. */
	others?: Service[];
}

const noService = serviceSchema.parse({});

/** The service of a stored credential, and the other services it names; everything is optional. */
export function servicesOf(credential: object): [Service, ...Service[]] {
	return [serviceSchema.parse(credential), ...moreServicesSchema.parse(credential)];
}

/** The services that sign: one without a signature key signs nothing. */
export function signersOf(services: Service[]): Service[] {
	return services.filter(({ signingSecret }) => signingSecret !== '');
}

/**
 * The service with this key; the first one if no key is given. An unknown key gets no login and no other service's
 * signature key.
 */
export function serviceNamed(services: Service[], serviceKey: string | undefined): Service {
	const [first = noService, ...others] = services;
	if (serviceKey === undefined) return { ...first, others };
	const own = services.find((service) => service.serviceKey === serviceKey);
	return own ?? { ...noService, serviceKey };
}

/** The partner panel's login as the body of a payment carries it (contract, “Authentication”, 5), if there is one. */
export function panelLogin(service: Service): { username?: string; password?: string } {
	const { panelUsername: username, panelPasswordHash: password } = service;
	return username === '' ? {} : { username, password };
}

/** n8n's test of the credential: no call of the platform can check these values without charging somebody. */
export async function checkServiceCredential({ data = {} }: { data?: object }) {
	const message = faultAmong(servicesOf(data));
	return await Promise.resolve(
		message === undefined
			? {
					status: 'OK' as const,
					message: 'The values are well formed. The platform sees them at first use.',
				}
			: { status: 'Error' as const, message },
	);
}

/** The first fault; of several services it says which one has it, and shows no value but a well-formed service key. */
function faultAmong(services: Service[]): string | undefined {
	for (const [index, service] of services.entries()) {
		const fault = faultIn(service);
		if (fault === undefined) continue;
		const name = tried(() => normalizeServiceKey(service.serviceKey)) ?? `Service ${index + 1}`;
		return services.length > 1 ? `${name}: ${fault}` : fault;
	}
	return undefined;
}

function faultIn(service: Service): string | undefined {
	const { serviceKey, signingSecret, panelUsername, panelPasswordHash } = service;
	const keyFault = onInputError(
		() => normalizeServiceKey(serviceKey) && undefined,
		({ message, nextStep }) => `'Service Key' ${message}. ${nextStep}`,
	);
	if (keyFault) return keyFault;
	if (signingSecret !== signingSecret.trim()) {
		return "'Signature Key' begins or ends with a space. Copy it again without the space";
	}
	if ((panelUsername === '') !== (panelPasswordHash === '')) {
		return "'Panel User Name' and 'Panel Password Hash' are required together. Fill in both, or leave both empty";
	}
	return undefined;
}
