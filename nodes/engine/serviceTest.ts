import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { normaliseServiceKey } from '../../platform/serviceKey';
import { serviceOf } from '../../platform/service';

/**
 * The test of the service credential. The platform has no call that would try these values without charging
 * anybody, so they are checked for what people get wrong when they copy them, and the words say that.
 */
export async function checkServiceCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const trouble = troubleIn(credential.data ?? {});
	return await Promise.resolve(
		trouble === undefined
			? {
					status: 'OK',
					message: 'The values are well formed. The platform sees them at first use.',
				}
			: { status: 'Error', message: trouble },
	);
}

function troubleIn(data: object): string | undefined {
	const { serviceKey, signingSecret, panelUsername, panelPasswordHash } = serviceOf(data);
	try {
		normaliseServiceKey(serviceKey);
	} catch (error) {
		return (error as Error).message;
	}
	if (signingSecret !== signingSecret.trim()) {
		return 'Signature Key begins or ends with a space. Copy it again without';
	}
	if ((panelUsername === '') !== (panelPasswordHash === '')) {
		return 'Panel User Name and Panel Password Hash go together: fill in both or none';
	}
	return undefined;
}
