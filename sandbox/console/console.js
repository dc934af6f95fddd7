import { showNotifications } from './notifications.js';
import { $, ask, option, rowButton, say, totalText, whenChanged } from './page.js';
import { cell, fillTable, lines, state } from './tables.js';

const POLL_MS = 1000;

let chosen = decodeURIComponent(location.hash.slice(1));

async function refresh() {
	const asked = chosen;
	try {
		const query = asked ? `?msisdn=${encodeURIComponent(asked)}` : '';
		const data = await ask('GET', `/console${query}`);
		// Another handset may have been chosen meanwhile.
		if (asked === chosen) show(data);
		whenChanged('connection', true, () => say('connection', 'Live', ''));
	} catch {
		whenChanged('connection', false, () => say('connection', 'No answer from the sandbox', 'lost'));
	}
}

function show(data) {
	if (!chosen && data.handsets.length > 0) choose(data.handsets[0]);
	$('now').textContent = `${data.now} UTC`;
	whenChanged('handset', [chosen, data.handset], () => drawHandset(data.handset));
	whenChanged('handsets', data.handsets, drawHandsets);
	whenChanged('payments', [data.payments, data.totals], () => drawPayments(data));
	whenChanged('subscriptions', [data.subscriptions, data.totals], () => drawSubscriptions(data));
	showNotifications(data);
	whenChanged('pools', data.pools, drawPools);
	whenChanged('ledger', [data.ledger, data.totals], () => drawLedger(data));
}

function drawHandset(handset) {
	const whose = handset ? `${handset.msisdn} · ${handset.operator}` : `Nobody has ${chosen}`;
	$('whose').textContent = chosen ? whose : 'No handset yet: it appears with the first SMS.';
	const items = (handset?.messages ?? []).map((message) => {
		const item = document.createElement('li');
		item.className = message.direction;
		const from = document.createElement('small');
		const side = message.direction === 'in' ? 'from' : 'to';
		from.textContent = `${side} ${message.shortCode || 'the operator'}, ${message.time}`;
		item.append(message.text, from);
		return item;
	});
	$('messages').replaceChildren(...items);
	$('log').scrollTop = $('log').scrollHeight;
	for (const control of $('answer').querySelectorAll('button, input')) control.disabled = !handset;
}

function drawHandsets(numbers) {
	$('handsets').replaceChildren(...numbers.map((number) => option(number, '')));
}

/** A number that opens its handset. `row` is what it stands in. */
function numberButton(msisdn, row) {
	if (!msisdn) return '–';
	return rowButton(msisdn, `Show handset ${msisdn}`, row, () => choose(msisdn));
}

function drawPayments({ payments, totals }) {
	fillTable($('payments'), 'No payment yet.', payments, {
		State: ({ transaction }) => state(transaction.transactionState),
		Number: ({ transaction }) => numberButton(transaction.msisdn, transaction.transactionId),
		Service: ({ transaction }) =>
			cell(lines(transaction.serviceName, transaction.merchantReference), 'wrap'),
		Price: ({ transaction }) =>
			cell(`${transaction.endUserPrice.toFixed(2)} ${transaction.currency}`, 'number'),
		Action: ({ transaction }) => transaction.action,
		Back: refundButton,
		'Flow, reason': ({ session, transaction }) =>
			cell(lines(session?.action ?? '', transaction.errorType), 'wrap'),
		'Time, ID': ({ transaction }) =>
			lines(transaction.timeUpdated, String(transaction.transactionId)),
	});
	$('payments-total').textContent = totalText(totals.payments);
}

function refundButton({ transaction, refunded }) {
	const { action, actionStatus, transactionId } = transaction;
	const isCharge = ['CHARGE', 'SUB_START', 'SUB_RENEW'].includes(action);
	if (!isCharge || actionStatus !== 'COMPLETED') return '–';
	if (refunded) return 'refunded';
	return rowButton('Refund', `Refund transaction ${transactionId}`, `refund-${transactionId}`, () =>
		act('refunded', `/payments/${transactionId}/refund`, `Refunded ${transactionId}.`),
	);
}

function stateOf({ active, canceling }) {
	if (!active) return 'ENDED';
	return canceling ? 'CANCELING' : 'ACTIVE';
}

function cancelButton({ active, canceling, subscriptionId: id }) {
	if (!active || canceling) return '–';
	return rowButton('Cancel', `Cancel subscription ${id}`, `cancel-${id}`, () =>
		act('canceled', `/subscriptions/${id}/cancel`, `Subscription ${id} ends.`),
	);
}

/** Does what a row's button says, and tells under the table how it went. */
async function act(outcome, path, words) {
	try {
		await ask('POST', path);
		say(outcome, words, '');
	} catch (error) {
		say(outcome, error.message, 'bad');
	}
	await refresh();
}

function drawSubscriptions({ subscriptions, totals }) {
	fillTable($('subscriptions'), 'No subscription yet.', subscriptions, {
		State: (one) => state(stateOf(one)),
		Number: (one) => numberButton(one.msisdn, one.subscriptionId),
		'Service, user': (one) => cell(lines(one.service, one.userId), 'wrap'),
		'Paid until': (one) => one.timeToExpire ?? state('NOT PAID'),
		Price: (one) => cell(`${one.price.toFixed(2)} ${one.currency}`, 'number'),
		Every: (one) => `${one.periodAmount} ${one.period.toLowerCase()}`,
		End: cancelButton,
		'Since, ID': (one) => lines(one.timeSubscribed, String(one.subscriptionId)),
	});
	$('subscriptions-total').textContent = totalText(totals.subscriptions);
}

function drawPools(pools) {
	fillTable($('pools'), 'No pool.', pools, {
		Service: (pool) => pool.serviceKey,
		Operator: (pool) => pool.operator,
		'Given (MB)': (pool) => cell(pool.assignedAmount.toLocaleString('en'), 'number'),
		'Of (MB)': (pool) => cell(pool.totalAmount.toLocaleString('en'), 'number'),
		Expires: (pool) => pool.expirationDate,
	});
}

function drawLedger({ ledger, totals }) {
	fillTable($('ledger'), 'No gift yet.', ledger, {
		Result: (entry) => state(entry.result),
		Number: (entry) => String(entry.asked?.msisdn ?? ''),
		MB: (entry) => cell(String(entry.asked?.amount ?? ''), 'number'),
		Service: (entry) => String(entry.asked?.serviceKey ?? ''),
		Reference: (entry) => cell(String(entry.asked?.clientId ?? ''), 'wrap'),
		Time: (entry) => entry.time,
	});
	$('ledger-total').textContent = totalText(totals.ledger);
}

function choose(msisdn) {
	chosen = msisdn;
	history.replaceState(null, '', `#${encodeURIComponent(msisdn)}`);
	$('number').value = msisdn;
	say('outcome', '', '');
	void refresh();
}

async function answer(text) {
	try {
		const { understood } = await ask('POST', `/handset/${encodeURIComponent(chosen)}`, { text });
		say('outcome', understood === 'NOTHING' ? 'Not understood.' : `Sent: ${understood}.`, '');
		$('text').value = '';
	} catch (error) {
		say('outcome', error.message, 'bad');
	}
	await refresh();
}

$('choose').addEventListener('submit', (event) => {
	event.preventDefault();
	choose($('number').value.trim().replace(/^\+/, ''));
});
$('answer').addEventListener('submit', (event) => {
	event.preventDefault();
	void answer($('text').value);
});
for (const button of document.querySelectorAll('[data-answer]')) {
	button.addEventListener('click', () => void answer(button.dataset.answer));
}
for (const button of document.querySelectorAll('[data-advance]')) {
	button.addEventListener('click', async () => {
		const advanceSeconds = Number(button.dataset.advance);
		// The refresh says it when the sandbox does not answer.
		await ask('POST', '/clock', { advanceSeconds }).catch(() => undefined);
		await refresh();
	});
}

$('demo').addEventListener('click', async () => {
	$('demo').disabled = true;
	const { handset } = await ask('POST', '/demo').catch(() => ({}));
	$('demo').disabled = false;
	if (handset) choose(handset);
});

$('number').value = chosen;
for (;;) {
	if (!document.hidden) await refresh();
	await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
