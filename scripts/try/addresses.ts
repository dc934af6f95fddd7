import { relative } from 'node:path';
import { allHaveCodes } from '../../lists/settingChoices';
import { projectRoot } from '../host/paths';
import { deskUrl } from './campaign';
import { formLogin } from './credentials';
import { owner } from './session';
import {
	campaignFormUrl,
	cancellationUrl,
	guardUrl,
	lookUpUrl,
	recipientsFile,
	shopUrl,
} from './workflows';

/** The addresses and logins to try next. The sandbox's operator of this customer sends PINs. */
export function addresses(n8nUrl: string, sandboxUrl: string, controlUrl: string): string {
	const customer = '33639980001';
	const manager = `${formLogin.username}, ${formLogin.password}`;
	const list = relative(projectRoot, recipientsFile);
	return `Editor    ${n8nUrl}   (${owner.email}, ${owner.password})
Campaign  ${controlUrl}   (how it went)
Campaigns ${deskUrl(n8nUrl)}   (log in as ${manager}; plan ${list} with a new name and a budget of 200000)
Give      ${campaignFormUrl(n8nUrl)}   (the starter form, log in as ${manager}; submit ${list}, and choose “${allHaveCodes}”)
Sell      ${shopUrl(n8nUrl)}   (buy as ${customer}; the PIN arrives on the handset in the sandbox)
Guard     ${guardUrl(n8nUrl, customer)}   (lets in customers who have bought)
Cancel    ${cancellationUrl(n8nUrl)}
Alert     press Fail a Charge in the sandbox: the message is in its “Messages from workflows” within half a minute
Look up   ${lookUpUrl(n8nUrl, customer)}   (log in as ${manager}; the charges of the customer)
Report    in the editor: open Weekly charge report or Reconcile notifications, and execute Run now
Sandbox   ${sandboxUrl}   (handsets, payments, subscriptions, pools, ledger)
          It's the Base Address of a credential of your own; the demo logins are in docs/sandbox.md
Ctrl-C ends it all.
`;
}
