import { utcText } from '../clock';
import type { TransactionRecord } from '../payments/transaction-record';
import type { PlannedTransaction } from './plan';

const ASKED = ['CHARGE', 'SUB_START'];
const CHARGED = [...ASKED, 'SUB_RENEW', 'REFUND'];
const BILLING = { PREMIUM: 'MO', PIN: 'MT', HANDSHAKE: 'MT', URL_REDIRECT: 'DMB' } as const;
const CHANNELS = { PREMIUM: 'SMS', PIN: 'API', HANDSHAKE: 'API', URL_REDIRECT: 'SEP' } as const;

/** Makes of a record that has just begun what was planned. One field after the other: copies take longer. */
export function fillRecord(
	record: TransactionRecord,
	planned: PlannedTransaction,
	withPin: boolean,
): void {
	const { outcome, notification, executeAt, manual, at, updatedAt, action } = planned;
	record.transactionState = outcome.transactionState;
	record.actionStatus = outcome.actionStatus;
	record.errorType = outcome.errorType;
	record.errorMessage = outcome.errorMessage;
	if (updatedAt !== at) record.timeUpdated = utcText(updatedAt);
	if (executeAt !== null) record.executionTime = utcText(executeAt);
	record.merchantNotificationStatus = notification.status;
	if (notification.at !== null) record.timeNotified = utcText(notification.at);
	if (manual) Object.assign(record, manual);
	if (outcome.actionStatus === 'COMPLETED' && CHARGED.includes(action)) {
		record.reference = `${record.operator}-${record.transactionId}`;
	}
	if (ASKED.includes(action)) fillAsked(record, planned, withPin);
	else fillMessage(record, planned);
}

/** How the customer was asked. */
function fillAsked(
	record: TransactionRecord,
	{ story, pin }: PlannedTransaction,
	withPin: boolean,
): void {
	const { service, flow } = story;
	record.billingType = BILLING[flow];
	record.integrationSolution = CHANNELS[flow];
	if (flow === 'PREMIUM') {
		record.keyword = service.keyword;
		record.moMessage = `${service.keyword} ${record.transactionId.toString(36).toUpperCase()}`;
		return;
	}
	record.ip = story.ip;
	const offer = `${service.serviceName} for ${record.endUserPrice.toFixed(2)} ${record.currency}`;
	if (flow === 'HANDSHAKE') record.mtMessage = `Answer YES to buy ${offer}, or NO.`;
	if (pin === null) return;
	record.mtMessage = `${withPin ? pin : '****'} is your PIN to buy ${offer}.`;
	if (withPin) record.pinIdentification = pin;
}

/** What was said without a question. */
function fillMessage(record: TransactionRecord, { action, story }: PlannedTransaction): void {
	const { keyword, serviceName } = story.service;
	if (action === 'SUB CANCEL') {
		record.integrationSolution = 'SMS';
		record.billingType = 'MO';
		record.keyword = keyword;
		record.moMessage = `STOP ${keyword}`;
	}
	if (action === 'SUB_REMIND') {
		record.billingType = 'MT';
		record.mtMessage = `${serviceName} renews in a day. To end it send STOP ${keyword}.`;
	}
}
