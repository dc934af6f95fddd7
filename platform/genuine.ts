import type { Parameters } from './delivery';
import type { Service } from './service';
import { isSigned } from './signature';

/** The parameters of a call that may be trusted as far as `signatureChecked` says. */
export interface Genuine {
	parameters: Parameters;
	signatureChecked: boolean;
}

/**
 * Finds the reading of a call that is signed by one of the services; a call that names its service must be signed by
 * that one. A service without a signature key signs nothing.
 *
 * @param services undefined to take every call as it is
 * @returns undefined when the call is unsigned or wrongly signed
 */
export function genuineReading(
	readings: [Parameters, ...Parameters[]],
	services: Service[] | undefined,
): Genuine | undefined {
	if (services === undefined) {
		return { parameters: candidates(readings)[0], signatureChecked: false };
	}
	const signers = services.filter(({ signingSecret }) => signingSecret !== '');
	const parameters = candidates(readings).find((reading) =>
		signers.some(
			(service) =>
				(!reading.service || reading.service === service.serviceKey) && isSigned(reading, service),
		),
	);
	return parameters && { parameters, signatureChecked: true };
}

/** The readings, and before the others the likeliest one: no transaction id holds a space, so a plus was meant there. */
function candidates([usual, literal]: [Parameters, ...Parameters[]]): [
	Parameters,
	...Parameters[],
] {
	if (!literal) return [usual];
	return literal.transactionid && usual.transactionid?.includes(' ')
		? [{ ...usual, transactionid: literal.transactionid }, usual, literal]
		: [usual, literal];
}
