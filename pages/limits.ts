/** A request as the Data Table `form_requests` has it. */
export interface CountedRequest {
	/** Requests are counted in the order of their IDs. */
	id: number;
	/** The customer it is about; '' where that isn't counted, or nothing was done. */
	phone: string;
	/** The address it came from. */
	address: string;
}

/** How many requests of an hour are passed on. */
export interface Limits {
	perNumber?: number;
	perAddress: number;
	perHour: number;
}

/**
 * Whether a request is passed on: only those before it that were passed on count, so that nobody is kept out by requests
 * that did nothing, and of many at once the first are passed on. One that isn't among the requests isn't.
 *
 * @param requests those of the last hour
 */
export function isPassedOn(id: number, requests: CountedRequest[], limits: Limits): boolean {
	const { perNumber = Infinity, perAddress, perHour } = limits;
	const passed: CountedRequest[] = [];
	const hasRoom = ({ phone, address }: CountedRequest) =>
		passed.length < perHour &&
		passed.filter((one) => one.address === address).length < perAddress &&
		(phone === '' || passed.filter((one) => one.phone === phone).length < perNumber);
	for (const request of [...requests].sort((one, other) => one.id - other.id)) {
		const isPassed = hasRoom(request);
		if (request.id === id) return isPassed;
		if (isPassed) passed.push(request);
	}
	return false;
}
