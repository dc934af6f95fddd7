import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
} from 'n8n-workflow';

/**
 * Does the same as n8n's own helper for a credential type with `preAuthentication`, but holds credentials in memory:
 * n8n's lives in its server package and needs a database. The end-to-end tests run the real one.
 */
export class CredentialsInMemory {
	constructor(
		private readonly types: Record<string, ICredentialType>,
		readonly stored: Record<string, ICredentialDataDecryptedObject>,
	) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication(
		{ helpers }: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (!expirable || !type.preAuthentication) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		// n8n passes only this helper.
		const httpRequest: IHttpRequestHelper['helpers']['httpRequest'] = async (options) =>
			await helpers.httpRequest(options);
		const output = (await type.preAuthentication.call(
			{ helpers: { httpRequest } },
			credentials,
		)) as ICredentialDataDecryptedObject;
		if (output[expirable.name] === undefined || !node.credentials) return undefined;
		this.stored[typeName] = { ...this.stored[typeName], ...output };
		return Object.assign(credentials, output);
	}

	getDecrypted(_additionalData: unknown, _credentials: INodeCredentialsDetails, typeName: string) {
		return Promise.resolve(this.decrypted(typeName));
	}

	/** A fresh copy of a stored credential, with the defaults of its fields as n8n adds them. */
	decrypted(typeName: string): ICredentialDataDecryptedObject {
		const fields = this.getCredentialsProperties(typeName);
		const stored = this.stored[typeName] as INodeParameters;
		const decrypted = NodeHelpers.getNodeParameters(fields, stored, true, false, null, null);
		return decrypted as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(type: string) {
		return this.typeOf(type).properties;
	}

	private typeOf(typeName: string): ICredentialType {
		const type = this.types[typeName];
		if (!type) throw new Error(`no credential type ${typeName}`);
		return type;
	}
}
