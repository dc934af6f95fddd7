import { Refusal } from '../refusal';
import type { World } from '../world';
import type { PaymentService } from './services';
import { isSameText } from './signature';

/** The merchant's service behind a key. The HTTP statuses are those of identification. */
export function sellingService(
	world: World,
	serviceKey: string,
	merchantId: number,
): PaymentService {
	const service = world.payments.services.find(serviceKey);
	if (!service) {
		throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, 'apikey');
	}
	if (service.merchantId !== merchantId) {
		const words = `service ${serviceKey} belongs to another merchant`;
		throw new Refusal(403, 'UNAUTHORIZED', words, 'apikey');
	}
	return service;
}

interface Login {
	username?: string | undefined;
	password?: string | undefined;
}

/** Contract, "Authentication" 5: only where API authentication is activated for the service. */
export function requireApiLogin({ apiLogin, serviceKey }: PaymentService, login: Login): void {
	if (!apiLogin) return;
	if (
		isSameText(login.username ?? '', apiLogin.username) &&
		isSameText(login.password ?? '', apiLogin.password)
	) {
		return;
	}
	const words = `service ${serviceKey} needs the username and password hash of its partner panel`;
	throw new Refusal(403, 'UNAUTHORIZED', words, 'username');
}
