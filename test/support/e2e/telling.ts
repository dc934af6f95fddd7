import axios from 'axios';
import type { InboxMessage } from '../../../sandbox/notifications/inboxes';
import { basic, to, workflowOf } from './drawing';
import { lenient } from './calling';

/** A workflow that sends the transactions of its trigger to an inbox of the same name, after some seconds. */
export function telling(sandboxUrl: string, id: string, trigger: object, seconds = 0): object {
	const url = `${sandboxUrl}/_sandbox/inbox/${id}`;
	const text = { name: 'id', value: '={{ $json.transactionId }}' };
	const tell = { url, sendQuery: true, queryParameters: { parameters: [text] }, options: {} };
	const wait = { resume: 'timeInterval', amount: seconds, unit: 'seconds' };
	const nodes = [
		{ ...trigger, webhookId: id },
		basic('Wait', 'wait', 1.1, wait),
		basic('Tell', 'httpRequest', 4.2, tell),
	];
	return workflowOf(id, nodes, { Trigger: to('Wait'), Wait: to('Tell') });
}

/** The transactions in an inbox, sorted, with repetitions. */
export async function told(sandboxUrl: string, inbox: string): Promise<string[]> {
	const url = `${sandboxUrl}/_sandbox/inboxes/${inbox}`;
	const { data } = await axios.get<{ messages: InboxMessage[] }>(url, lenient);
	return data.messages.map(({ rawQuery }) => rawQuery.replace('id=', '')).sort();
}
