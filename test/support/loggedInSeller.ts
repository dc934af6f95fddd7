import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { accountOf, fingerprintOf } from '../../platform/account';
import type { Seller } from '../sandbox/seller';
import { CredentialsInMemory } from './credentialsHelper';

/** n8n with the account stored in it, and a token as an earlier run would have left it; no service credential. */
export async function loggedInSeller(
	seller: Seller,
	account: ICredentialDataDecryptedObject,
): Promise<CredentialsInMemory> {
	const { access_token: accessToken } = (await seller.login()).data as { access_token: string };
	const tokens = {
		accessToken,
		refreshToken: '',
		tokenFingerprint: fingerprintOf(accountOf(account)),
		accessExpiresAt: 0,
		refreshExpiresAt: 0,
		issuedAt: Date.now(),
	};
	return new CredentialsInMemory(
		{
			mobileBillingApi: new MobileBillingApi(),
			mobileBillingServiceApi: new MobileBillingServiceApi(),
		},
		{ mobileBillingApi: { ...account, ...tokens } },
	);
}
