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
		return { parameters: unsignedReading(readings), signatureChecked: false };
	}
	const signers = services.filter(({ signingSecret }) => signingSecret !== '');
	const parameters = readings.find((reading) =>
		signers.some(
			(service) =>
				(reading.service === undefined || reading.service === service.serviceKey) &&
				isSigned(reading, service),
		),
	);
	return parameters && { parameters, signatureChecked: true };
}

/** No transaction id holds a space, so there the plus was meant. */
function unsignedReading([usual, literal]: [Parameters, ...Parameters[]]): Parameters {
	return literal?.transactionid && usual.transactionid?.includes(' ')
		? { ...usual, transactionid: literal.transactionid }
		: usual;
}
