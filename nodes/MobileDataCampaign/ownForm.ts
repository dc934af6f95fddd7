import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	foreignForm,
	formToken,
	isFormToken,
	isSentByPage,
	type FormSigner,
} from '../../desk/formToken';
import { accountOf, fingerprintOf } from '../../platform/account';
import { isObject, textIn } from '../../platform/answer';
import { accountCredential } from '../engine/n8n/transport';

/** The token of the desk's form, for the login of a request. */
export async function tokenFor(context: IExecuteFunctions, request: IDataObject): Promise<string> {
	return formToken(await signerOf(context, request), Date.now());
}

/** Refuses a form that a page elsewhere has sent. @throws InputError `foreignForm` */
export async function refuseForeignForm(
	context: IExecuteFunctions,
	request: IDataObject,
): Promise<void> {
	if (!isSentByPage(fieldsOf(request.headers))) return;
	const token = textIn(fieldsOf(request.body).token) ?? '';
	if (!isFormToken(await signerOf(context, request), token, Date.now())) throw foreignForm;
}

/** Signs with the account's login: each installation has this secret, and all nodes of the desk know it. */
async function signerOf(context: IExecuteFunctions, request: IDataObject): Promise<FormSigner> {
	const account = accountOf(await context.getCredentials(accountCredential));
	const login = textIn(fieldsOf(request.headers).authorization) ?? '';
	return { secret: fingerprintOf(account), login };
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return isObject(value) ? value : {};
}
