import type { World } from '../world';
import { type Parameters, signatureOf, type SigningKey } from './signature';

/**
 * Where the customer is sent back to: `returnurl` with its own query as it was, then what the platform
 * adds, and `sign` when there is a key. The platform overwrites no parameter of the merchant's own.
 */
export function returnAddress(
	{ settings }: World,
	returnUrl: string,
	{ adds, signing }: { adds: Parameters; signing: SigningKey | null },
): string {
	const [beforeHash = '', ...hash] = returnUrl.split('#');
	const [page = '', ...query] = beforeHash.split('?');
	const own = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '');
	const ownValues = [...new URLSearchParams(own.join('&'))];
	const isFree = (name: string) => !ownValues.some(([taken]) => taken === name);
	const added = adds.filter(([name, value]) => value !== '' && isFree(name));
	if (signing && isFree('sign')) {
		const signed = settings.returnSignature === 'all' ? [...ownValues, ...added] : added;
		added.push(['sign', signatureOf(signed, signing)]);
	}
	const pairs = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	const fragment = hash.length > 0 ? `#${hash.join('#')}` : '';
	return `${page}?${[...own, ...pairs].join('&')}${fragment}`;
}
