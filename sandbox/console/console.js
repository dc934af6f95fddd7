import { addSampleForm, showNotifications } from './notifications.js';
import {
	$,
	addBook,
	ask,
	cell,
	element,
	fillTable,
	lines,
	rowButton,
	say,
	state,
	whenChanged,
} from './page.js';

const POLL_MS = 1000;

let chosen = decodeURIComponent(location.hash.slice(1));

async function refresh() {
	const asked = chosen;
	try {
		const data = await ask('GET', `/console?msisdn=${encodeURIComponent(asked)}`);
		// Another handset may have been chosen meanwhile.
		if (asked === chosen) show(data);
		whenChanged('connection', true, () => say('connection', 'Live'));
	} catch {
		whenChanged('connection', false, () => say('connection', 'No answer from the sandbox', 'bad'));
	}
}

function show(data) {
	const { now, handset = null, handsets, totals } = data;
	if (!chosen && handsets.length > 0) choose(handsets[0]);
	$('now').textContent = `${now} UTC`;
	whenChanged('handset', [chosen, handset], () => drawHandset(handset));
	whenChanged('handsets', handsets, () => {
		$('handsets').replaceChildren(...handsets.map((value) => element('option', { value })));
	});
	for (const [id, columns] of Object.entries(BOOKS)) {
		whenChanged(id, [data[id], totals[id]], () => fillTable(id, data[id], totals[id], columns));
	}
	showNotifications(data);
}

function drawHandset(handset) {
	const whose = handset ? `${handset.msisdn} · ${handset.operator}` : `Nobody has ${chosen}`;
	$('whose').textContent = chosen ? whose : 'No handset yet: it appears with the first SMS.';
	const items = (handset?.messages ?? []).map(({ direction, shortCode, time, text }) => {
		const side = direction === 'in' ? 'from' : 'to';
		const from = element('small', {}, `${side} ${shortCode || 'the operator'}, ${time}`);
		return element('li', { class: direction }, text, from);
	});
	$('messages').replaceChildren(...items);
	$('log').scrollTop = $('log').scrollHeight;
	for (const control of $('answer').querySelectorAll('button, input')) control.disabled = !handset;
}

const BOOKS = {
	payments: {
		State: ({ transaction }) => state(transaction.transactionState),
		Number: ({ transaction }) => numberButton(transaction.msisdn, transaction.transactionId),
		Service: ({ transaction }) =>
			cell(lines(transaction.serviceName, transaction.merchantReference), 'wrap'),
		Price: ({ transaction }) => cell(money(transaction.endUserPrice, transaction), 'number'),
		Action: ({ transaction }) => cell(transaction.action, 'wrap'),
		Back: refundButton,
		'Flow, reason': ({ session, transaction }) =>
			cell(lines(session?.action ?? '', transaction.errorType), 'wrap'),
		'Time, ID': ({ transaction }) => lines(transaction.timeUpdated, transaction.transactionId),
	},
	subscriptions: {
		State: ({ active, canceling }) =>
			state(active ? (canceling ? 'CANCELING' : 'ACTIVE') : 'ENDED'),
		Number: (one) => numberButton(one.msisdn, one.subscriptionId),
		'Service, user': (one) => cell(lines(one.service, one.userId), 'wrap'),
		'Paid until': (one) => one.timeToExpire ?? state('NOT PAID'),
		Price: (one) => cell(money(one.price, one), 'number'),
		Every: (one) => `${one.periodAmount} ${one.period.toLowerCase()}`,
		End: cancelButton,
		'Since, ID': (one) => lines(one.timeSubscribed, one.subscriptionId),
	},
	ledger: {
		Result: (entry) => state(entry.result),
		Number: (entry) => String(entry.asked?.msisdn ?? ''),
		MB: (entry) => cell(String(entry.asked?.amount ?? ''), 'number'),
		Service: (entry) => String(entry.asked?.serviceKey ?? ''),
		Reference: (entry) => cell(String(entry.asked?.clientId ?? ''), 'wrap'),
		Time: (entry) => entry.time,
	},
	pools: {
		Service: (pool) => pool.serviceKey,
		Operator: (pool) => pool.operator,
		'Given (MB)': (pool) => cell(pool.assignedAmount.toLocaleString('en'), 'number'),
		'Of (MB)': (pool) => cell(pool.totalAmount.toLocaleString('en'), 'number'),
		Expires: (pool) => pool.expirationDate,
	},
};

function money(value, { currency }) {
	return `${value.toFixed(2)} ${currency}`;
}

/** A number that opens its handset. `row` is what it stands in. */
function numberButton(msisdn, row) {
	return msisdn ? rowButton(msisdn, `Show handset ${msisdn}`, row, () => choose(msisdn)) : '–';
}

function refundButton({ transaction: { action, actionStatus, transactionId: id }, refunded }) {
	const isCharge = ['CHARGE', 'SUB_START', 'SUB_RENEW'].includes(action);
	if (!isCharge || actionStatus !== 'COMPLETED') return '–';
	if (refunded) return 'refunded';
	return rowButton('Refund', `Refund transaction ${id}`, `refund-${id}`, () =>
		act('payments-outcome', `/payments/${id}/refund`, `Refunded ${id}.`),
	);
}

function cancelButton({ active, canceling, subscriptionId: id }) {
	if (!active || canceling) return '–';
	return rowButton('Cancel', `Cancel subscription ${id}`, `cancel-${id}`, () =>
		act('subscriptions-outcome', `/subscriptions/${id}/cancel`, `Subscription ${id} ends.`),
	);
}

/** Does what a row's button says, and tells under the table how it went. */
async function act(outcome, path, words) {
	try {
		await ask('POST', path);
		say(outcome, words);
	} catch (error) {
		say(outcome, error.message, 'bad');
	}
	await refresh();
}

function choose(msisdn) {
	chosen = msisdn;
	history.replaceState(null, '', `#${encodeURIComponent(msisdn)}`);
	$('number').value = msisdn;
	say('outcome', '');
	void refresh();
}

async function answer(text) {
	try {
		const { understood } = await ask('POST', `/handset/${encodeURIComponent(chosen)}`, { text });
		say('outcome', understood === 'NOTHING' ? 'Not understood.' : `Sent: ${understood}.`);
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

addBook('payments', 'Payments', 'payment');
addBook('subscriptions', 'Subscriptions', 'subscription');
addBook('ledger', 'Gift ledger', 'gift');
addBook('notifications', 'Notifications', 'notification');
addBook('inbox', 'Inbox of /_sandbox/inbox/any-name', 'message');
addBook('pools', 'Data pools', 'pool');
addSampleForm();
$('number').value = chosen;
for (;;) {
	if (!document.hidden) await refresh();
	await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
