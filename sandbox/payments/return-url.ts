import type { World } from '../world';
import type { PaymentService } from './services';
import { type Parameters, signatureOf } from './signature';

const OURS = ['userid', 'timestamp', 'sign'];

/**
 * Where the customer is sent back to: `returnurl` with its own query as it was, then `userid` when there is
 * one, `timestamp`, and `sign` when the service has a key. A `userid` of the merchant's own would be taken
 * for ours, so it is left out.
 */
export function returnAddress(
	world: World,
	service: PaymentService,
	returnUrl: string,
	userId: string | null,
): string {
	const [beforeHash = '', ...hash] = returnUrl.split('#');
	const [page = '', ...query] = beforeHash.split('?');
	const own = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !OURS.some((name) => new URLSearchParams(pair).has(name)));
	const added: Parameters = [['timestamp', String(Math.floor(world.clock.now() / 1000))]];
	if (userId !== null) added.unshift(['userid', userId]);
	if (service.signing) {
		const all = [...new URLSearchParams(own.join('&')), ...added];
		const signed = world.settings.returnSignature === 'all' ? all : added;
		added.push(['sign', signatureOf(signed, service.signing)]);
	}
	const ours = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	const fragment = hash.length > 0 ? `#${hash.join('#')}` : '';
	return `${page}?${[...own, ...ours].join('&')}${fragment}`;
}
