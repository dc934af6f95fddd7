import { $, ask, option, rowButton, say, totalText, whenChanged } from './page.js';
import { cell, fillTable, lines, state } from './tables.js';

const LONGEST_TEXT = 600;

/** The console's part about notifications, sample ones and inboxes. */
export function showNotifications(data) {
	whenChanged('services', data.services, drawServices);
	whenChanged('notifications', [data.notifications, data.totals], () => drawDeliveries(data));
	whenChanged('inbox', [data.inboxMessages, data.totals], () => drawInbox(data));
}

function drawDeliveries({ notifications, totals }) {
	fillTable($('notifications'), 'No notification yet.', notifications, {
		State: (one) => state(one.status),
		Attempts: (one) => cell(String(one.attempts.length), 'number'),
		Answer: (one) => answerOf(one),
		Event: (one) => cell(`${one.fields.event_type ?? 'event'} ${one.fields.status ?? ''}`, 'wrap'),
		Again: (one) =>
			rowButton('Resend', `Resend notification ${one.notificationId}`, one.notificationId, () =>
				act(() => ask('POST', `/notifications/${one.notificationId}/resend`)),
			),
		'Service, number': (one) => lines(one.serviceKey, one.fields.phone),
		'Kind, to': (one) =>
			cell(lines(`${kindOf(one)}, ${one.encoding}`, one.url.replace(location.origin, '')), 'wrap'),
		'Last attempt, ID': (one) =>
			lines(one.attempts.at(-1)?.time ?? '', String(one.plainTransactionId ?? one.transactionId)),
	});
	$('notifications-total').textContent = totalText(totals.notifications);
}

function drawInbox({ inboxMessages, totals }) {
	fillTable($('inbox'), 'No message yet.', inboxMessages, {
		Inbox: (one) => one.inbox,
		Message: (one) => cell(textOf(one).slice(0, LONGEST_TEXT), 'text'),
		Call: (one) => one.method,
		Answered: (one) => one.httpStatus,
		Time: (one) => one.time,
	});
	$('inbox-total').textContent = totalText(totals.inboxMessages);
}

/** A chat's message is in the field `text`. */
function textOf({ body, text, rawQuery }) {
	return typeof body?.text === 'string' ? body.text : text || rawQuery;
}

function kindOf({ kind, tampering }) {
	if (!tampering) return kind;
	return kind === 'forged' ? `forged: ${tampering}` : `${kind}, forged: ${tampering}`;
}

function answerOf({ attempts }) {
	const last = attempts.at(-1);
	return last?.httpStatus ?? last?.error ?? '';
}

function drawServices(services) {
	const before = $('fire-service').value;
	const signature = (one) => (one.signed ? one.serviceName : `${one.serviceName}, unsigned`);
	const options = services.map((one) => option(one.serviceKey, signature(one)));
	$('fire-service').replaceChildren(...options);
	if (before) $('fire-service').value = before;
}

async function act(request) {
	say('fired', 'Sending…', '');
	try {
		const sent = await request();
		const words = `Notification ${sent.notificationId}: ${sent.status}, ${answerOf(sent)} ${sent.answer}`;
		say('fired', words, sent.status === 'DELIVERED' ? '' : 'bad');
	} catch (error) {
		say('fired', error.message, 'bad');
	}
}

$('fire-url').value = `${location.origin}/_sandbox/inbox/notifications`;
$('fire').addEventListener('submit', (event) => {
	event.preventDefault();
	const tamper = $('fire-signature').value;
	const body = {
		url: $('fire-url').value.trim(),
		serviceKey: $('fire-service').value,
		encoding: $('fire-encoding').value,
		fields: { event_type: $('fire-event').value, status: $('fire-status').value },
		tamper: tamper === '' ? false : tamper,
	};
	void act(() => ask('POST', '/notifications/fire', body));
});
