import { createHmac } from 'node:crypto';
import { tablesOf } from '../support/operationTables';
import { errorOf } from '../support/runNode';
import { byOutput, Stub } from '../support/stub';

const signingSecret = 'refund-key';
const stub = Stub.forEach({ serviceKey: 'COINSHOP07', signingSecret });
const refund = tablesOf(stub, { resource: 'payment', operation: 'refund', transactionId: '820' });

const path = '/api/payment/1_4/refund';
const sign = createHmac('sha1', signingSecret).update('COINSHOP07820').digest('hex');
const body = { apikey: 'COINSHOP07', transactionid: '820', sign };
const asked = { serviceKey: 'COINSHOP07', transactionId: '820' };
const [accepted, expired] = [
	{ status: 'ACCEPTED' },
	{ status: 'NOT_ACCEPTABLE', errorMessage: 'expired' },
];
const refused = { errorType: 'NOT_ACCEPTABLE', errorMessage: 'expired', outcome: 'refused' };
const fix =
	"Nothing was done. Check 'Signature Key' and 'Signature Algorithm' of this service in the service credential.";

refund.sends(`POST ${path}`, { body: accepted }, [['its signature', {}, body]]);
refund.answers([
	[202, accepted, 0, { ...asked, outcome: 'refunded' }],
	[406, expired, 1, { ...asked, ...refused }],
]);
const words = { status: 'INVALID_REQUEST', errorMessage: 'Signature validation failed!' };
const said = 'says: Signature validation failed! – INVALID_REQUEST';
refund.fails(
	[200, 400].map((status) => [status, words, `${said} (HTTP ${status})`, fix, { status }]),
);

it('a refund is shown by a check', async () => {
	const wouldSend = { method: 'POST', path, body };
	const summary = 'Would refund transaction 820 of service COINSHOP07';
	const split = await refund.run({ mode: 'check', options: { splitByOutcome: true } });
	expect(byOutput(split)).toEqual({ 2: [{ outcome: 'checked', summary, wouldSend }] });
	expect(stub.asked).toEqual([]);
});

const charge = {
	transactionId: 820,
	msisdn: '336',
	merchantReference: 'a',
	price: '1',
	action: 'CHARGE',
	actionStatus: 'COMPLETED',
};
const returned = { ...charge, transactionId: 821, action: 'REFUND' };
const failed = { ...returned, actionStatus: 'FAILED' };
const like = { ...charge, transactionId: 822, action: 'SUB_RENEW' };
const unpaid = { ...like, actionStatus: 'FAILED' };
const found = { refundTransactionId: '821', confirmedByLookUp: true, outcome: 'refunded' };
const lookUps = [
	{ ...asked, transactionId: 820 },
	{ serviceKey: 'COINSHOP07', msisdn: '336' },
].map((one) => ['POST /v1/transactions', one]);
/** Of one charge, whose number leads to these records. */
const showing = (...records: object[]) => [{}, [charge], [charge, ...records]] as const;
refund.lookUps({ ...asked, ...found }, undefined, () => lookUps, [
	['its refund', 'done', ...showing(returned)],
	['two refunds for two alike', 'done', ...showing(like, returned, returned)],
	['a refund where the alike failed', 'done', ...showing(unpaid, returned)],
	['no refund', 'notDone', ...showing()],
	['a failed refund', 'notDone', ...showing(failed)],
	['the refund of another', 'notDone', ...showing({ ...returned, merchantReference: 'b' })],
	['a refund under way', 'underWay', ...showing({ ...returned, actionStatus: null })],
	['a refund of another price', 'inDoubt', ...showing({ ...returned, price: 2 })],
	['a refund of a subscription', 'inDoubt', ...showing({ ...returned, subscriptionId: 5 })],
	['one refund for two alike', 'inDoubt', ...showing(like, returned)],
	['a refund of unknown reference', 'inDoubt', ...showing({ ...returned, merchantReference: '' })],
	['no charge', 'inDoubt', {}, [charge], [returned]],
	['no number', 'inDoubt', {}, [{ ...charge, msisdn: null }]],
]);

const encrypted = { serviceKey: 'COINSHOP07', encryptedTransactionId: 'a/b' };
refund.lookUps({}, undefined, () => [['POST /v1/transactions', encrypted], lookUps[1]], [
	[
		'a single record of an encrypted ID',
		'inDoubt',
		{ transactionId: 'a/b' },
		{ ...charge, encryptedTransactionId: 'a/b' },
		charge,
	],
]);

it('a refund in doubt is named by its item, because it has no reference', async () => {
	stub.answersWith({ status: 500 });
	const items = [820, 821, 822].map((id) => ({ id }));
	const error = errorOf(await refund.run({ transactionId: '={{ $json.id }}' }, { items }));
	expect(error?.description).toBe(
		'Look for this item at the platform before you send it again. 2 more are in doubt: look for them at the platform before you send them again. The first are item 1, item 2.',
	);
});
