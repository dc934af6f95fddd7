import { $, addBook, element, fillTable, rowButton, say, state, whenChanged } from './page.js';

const POLL_MS = 1000;

let chosen = decodeURIComponent(location.hash.slice(1));

/** Asks the control API; throws an error with its words when it refuses. */
async function ask(method, path, body) {
	const headers = body ? { 'content-type': 'application/json' } : {};
	const answer = await fetch(`_sandbox${path}`, { method, headers, body: JSON.stringify(body) });
	const data = await answer.json();
	if (!answer.ok) throw new Error(data.errorMessage);
	return data;
}

const wanted = () => new URLSearchParams({ msisdn: chosen, find: $('find').value }).toString();

async function refresh() {
	const asked = wanted();
	try {
		const data = await ask('GET', `/console?${asked}`);
		// Another handset or filter may have been chosen meanwhile.
		if (asked === wanted()) show(data);
		say('connection', 'Live');
	} catch {
		say('connection', 'No answer from the sandbox');
	}
}

let services = [];

function show({ now, handset = null, handsets, books, ...rest }) {
	services = rest.services;
	if (!chosen && handsets.length > 0) choose(handsets[0]);
	say('now', `${now} UTC`);
	whenChanged('handset', [chosen, handset], () => drawHandset(handset));
	whenChanged('handsets', handsets, () => {
		$('handsets').replaceChildren(...handsets.map((value) => element('option', { value })));
	});
	const named = services.map(({ serviceKey, serviceName }) => [serviceKey, serviceName]);
	whenChanged('services', named, () => {
		const options = named.map(([value, name]) =>
			element('option', { value }, `${name} (${value})`),
		);
		$('service').replaceChildren(...options);
	});
	showService();
	for (const [id, [, columns]] of Object.entries(BOOKS)) {
		whenChanged(id, books[id], () => fillTable(id, books[id], columns));
	}
}

const service = () => services.find(({ serviceKey }) => serviceKey === $('service').value);

/** The chosen service; an address that is being typed stays. */
function showService() {
	const { serviceKey, notificationUrl, isSubscription } = service();
	whenChanged('service', [serviceKey, notificationUrl], () => ($('url').value = notificationUrl));
	$('renew').hidden = !isSubscription;
}

function drawHandset(handset) {
	const whose = handset ? `${handset.msisdn} · ${handset.operator}` : `Nobody has ${chosen}`;
	say('whose', chosen ? whose : 'No handset yet: it appears with the first SMS.');
	const items = (handset?.messages ?? []).map(({ direction, shortCode, time, text }) => {
		const side = direction === 'in' ? 'from' : 'to';
		const from = element('small', {}, `${side} ${shortCode || 'the operator'}, ${time}`);
		return element('li', { class: direction }, text, from);
	});
	$('messages').replaceChildren(...items);
	$('log').scrollTop = $('log').scrollHeight;
	$('answer').inert = !handset;
}

/** Title and columns of each table. */
const BOOKS = {
	payments: [
		'Payments',
		{
			State: ({ transaction }) => state(transaction.transactionState),
			Number: ({ transaction }) => numberButton(transaction.msisdn),
			Service: ({ transaction }) => [transaction.serviceName, transaction.merchantReference],
			Price: ({ transaction }) => money(transaction.endUserPrice, transaction),
			'Action, reason': ({ transaction }) => [transaction.action, transaction.errorType],
			Back: refundButton,
			'Time, ID': ({ transaction }) => [transaction.timeUpdated, transaction.transactionId],
		},
	],
	subscriptions: [
		'Subscriptions',
		{
			State: (one) => state(one.active ? (one.canceling ? 'CANCELING' : 'ACTIVE') : 'ENDED'),
			Number: (one) => numberButton(one.msisdn),
			'Service, user': (one) => [one.service, one.userId],
			'Paid until': (one) => one.timeToExpire ?? state('NOT PAID'),
			Price: (one) => money(one.price, one),
			End: cancelButton,
			'Since, ID': (one) => [one.timeSubscribed, one.subscriptionId],
		},
	],
	ledger: [
		'Gift ledger',
		{
			Result: (entry) => state(entry.result),
			Number: (entry) => entry.asked?.msisdn,
			MB: (entry) => entry.asked?.amount,
			'Service, reference': ({ asked }) => [asked?.serviceKey, asked?.clientId],
			Time: (entry) => entry.time,
		},
	],
	notifications: [
		'Notifications',
		{
			State: (one) => state(one.status),
			Answer: ({ answer }) => String(answer?.httpStatus ?? answer?.error ?? ''),
			'Event, number': ({ fields }) => [`${fields.event_type} ${fields.status}`, fields.phone],
			Again: ({ notificationId: id }) =>
				actButton('Resend', 'Resend notification', `notifications/${id}/resend`),
			'Service, to': ({ fields, url }) => [fields.service, url.replace(location.origin, '')],
			'Time, ID': (one) => [one.time, one.plainTransactionId],
		},
	],
	inbox: [
		'Messages from workflows',
		{
			Inbox: (one) => one.inbox,
			// A chat's message is in the field `text`.
			Message: ({ body, text, rawQuery }) => [String(body?.text ?? (text || rawQuery))],
			Call: (one) => one.method,
			Time: (one) => one.time,
		},
	],
	pools: [
		'Data pools',
		{
			Service: (pool) => pool.serviceKey,
			Operator: (pool) => pool.operator,
			'Given (MB)': (pool) => pool.assignedAmount,
			'Of (MB)': (pool) => pool.totalAmount,
			Expires: (pool) => pool.expirationDate,
		},
	],
};

function money(value, { currency }) {
	return `${value.toFixed(2)} ${currency}`;
}

/** A number that opens its handset. */
function numberButton(msisdn) {
	return msisdn ? rowButton(msisdn, `Show handset ${msisdn}`, () => choose(msisdn)) : '–';
}

function refundButton({ transaction: { action, actionStatus, transactionId: id }, refunded }) {
	const isCharge = ['CHARGE', 'SUB_START', 'SUB_RENEW'].includes(action);
	if (!isCharge || actionStatus !== 'COMPLETED') return '';
	return refunded ? 'refunded' : actButton('Refund', 'Refund transaction', `payments/${id}/refund`);
}

function cancelButton({ active, canceling, subscriptionId: id }) {
	if (!active || canceling) return '';
	return actButton('Cancel', 'Cancel subscription', `subscriptions/${id}/cancel`);
}

/** A row's button that posts to such an address, and tells under the table how it went. */
function actButton(text, label, address) {
	const [book, id] = address.split('/');
	return rowButton(text, `${label} ${id}`, async () => {
		const words = await ask('POST', `/${address}`).then(
			() => `Done: ${label} ${id}.`,
			(error) => error.message,
		);
		say(`${book}-outcome`, words);
		await refresh();
	});
}

function choose(msisdn) {
	chosen = msisdn;
	history.replaceState(null, '', `#${encodeURIComponent(msisdn)}`);
	$('number').value = msisdn;
	say('outcome', '');
	void refresh();
}

/** The buttons, each with the fields in which its notification differs from that of a successful charge or renewal. */
const EVENTS = {
	fail: () => ['a failed charge', { status: 'failed' }],
	complete: (first) => ['a completed charge', { event_type: first }],
	cancel: (first) => ['a canceled charge', { event_type: first, status: 'canceled' }],
	renew: () => ['a renewed subscription', {}],
};

/** Tells a service's address how a charge has ended; the address stays that of the service, for real payments too. */
async function notify(event) {
	const { serviceKey, isSubscription, notificationUrl: known } = service();
	const notificationUrl = $('url').value;
	if (notificationUrl !== known) await ask('PATCH', `/services/${serviceKey}`, { notificationUrl });
	const [what, fields] = EVENTS[event](isSubscription ? 'opt_in' : 'one_off');
	const { status, answer } = await ask('POST', '/notifications/fire', {
		serviceKey,
		fields,
		isKept: true,
	});
	if (status === 'DELIVERED') {
		return `The workflow was told of ${what}. Its messages arrive in “Messages from workflows”.`;
	}
	const reason = answer.error ?? `the answer was ${answer.httpStatus}`;
	return `The workflow was not told of ${what}: ${reason}. Check the notification URL, and whether the workflow is published.`;
}

/** The action of each form; it receives the value of the pressed button. */
const FORMS = {
	choose: () => choose($('number').value.trim().replace(/^\+/, '')),
	async answer(word) {
		const text = word || $('text').value;
		try {
			const { understood } = await ask('POST', `/handset/${encodeURIComponent(chosen)}`, { text });
			say('outcome', understood === 'NOTHING' ? 'Not understood.' : `Sent: ${understood}.`);
			$('text').value = '';
		} catch (error) {
			say('outcome', error.message);
		}
		await refresh();
	},
	async notify(event) {
		say('notify-outcome', await notify(event).catch((error) => error.message));
		await refresh();
	},
	async time(seconds) {
		// The refresh says it when the sandbox does not answer.
		await ask('POST', '/clock', { advanceSeconds: Number(seconds) }).catch(() => undefined);
		await refresh();
	},
	async demo() {
		const { handset } = await ask('POST', '/demo').catch(() => ({}));
		if (handset) choose(handset);
	},
};

for (const [id, act] of Object.entries(FORMS)) {
	$(id).addEventListener('submit', (event) => {
		event.preventDefault();
		void act(event.submitter.value);
	});
}
$('service').addEventListener('change', showService);
$('find').addEventListener('input', () => void refresh());
for (const [id, [title]] of Object.entries(BOOKS)) addBook(id, title);
$('number').value = chosen;
for (;;) {
	if (!document.hidden) await refresh();
	await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
