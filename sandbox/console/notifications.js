import {
	$,
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

const LONGEST_TEXT = 600;
const OUTCOME = 'notifications-outcome';

/** The console's part about notifications, sample ones and inboxes. */
export function showNotifications({ services, notifications, inboxMessages, totals }) {
	whenChanged('services', services, () => drawServices(services));
	whenChanged('notifications', [notifications, totals.notifications], () =>
		fillTable('notifications', notifications, totals.notifications, DELIVERIES),
	);
	whenChanged('inbox', [inboxMessages, totals.inboxMessages], () =>
		fillTable('inbox', inboxMessages, totals.inboxMessages, CALLS),
	);
}

const DELIVERIES = {
	State: (one) => state(one.status),
	Attempts: (one) => cell(String(one.attempts.length), 'number'),
	Answer: (one) => answerOf(one),
	Event: (one) => cell(`${one.fields.event_type ?? 'event'} ${one.fields.status ?? ''}`, 'wrap'),
	Again: ({ notificationId: id }) =>
		rowButton('Resend', `Resend notification ${id}`, id, () =>
			act(() => ask('POST', `/notifications/${id}/resend`)),
		),
	'Service, number': (one) => lines(one.serviceKey, one.fields.phone),
	'Kind, to': ({ kind, tampering, encoding, url }) => {
		const how = tampering ? `${kind}, forged: ${tampering}` : kind;
		return cell(lines(`${how}, ${encoding}`, url.replace(location.origin, '')), 'wrap');
	},
	'Last attempt, ID': (one) =>
		lines(one.attempts.at(-1)?.time ?? '', String(one.plainTransactionId ?? one.transactionId)),
};

const CALLS = {
	Inbox: (one) => one.inbox,
	// A chat's message is in the field `text`.
	Message: ({ body, text, rawQuery }) =>
		cell(String(body?.text ?? (text || rawQuery)).slice(0, LONGEST_TEXT), 'text'),
	Call: (one) => one.method,
	Answered: (one) => one.httpStatus,
	Time: (one) => one.time,
};

function answerOf({ attempts }) {
	const last = attempts.at(-1);
	return last?.httpStatus ?? last?.error ?? '';
}

async function act(request) {
	say(OUTCOME, 'Sending…');
	try {
		const sent = await request();
		const words = `Notification ${sent.notificationId}: ${sent.status}, ${answerOf(sent)} ${sent.answer}`;
		say(OUTCOME, words, sent.status === 'DELIVERED' ? '' : 'bad');
	} catch (error) {
		say(OUTCOME, error.message, 'bad');
	}
}

const CHOICES = {
	service: ['Service', {}],
	event: ['Event', ['recurring_billing', 'opt_in', 'opt_out', 'one_off']],
	status: ['Result', ['success', 'failed', 'canceled']],
	encoding: [
		'Sent as',
		{ get: 'GET', form: 'form POST', json: 'JSON POST', query: 'POST, in the query' },
	],
	signature: [
		'Signature',
		{
			'': 'genuine',
			value: 'forged: result changed',
			id: 'forged: transaction changed',
			extra: 'forged: field added',
			key: 'forged: another key',
			unsigned: 'forged: none',
		},
	],
};

function optionsOf(choices) {
	const entries = Array.isArray(choices)
		? choices.map((one) => [one, one])
		: Object.entries(choices);
	return entries.map(([value, text]) => element('option', { value }, text));
}

function drawServices(services) {
	const names = services.map((one) => [
		one.serviceKey,
		one.signed ? one.serviceName : `${one.serviceName}, unsigned`,
	]);
	const before = $('fire-service').value;
	$('fire-service').replaceChildren(...optionsOf(Object.fromEntries(names)));
	if (before) $('fire-service').value = before;
}

/** The form that sends a sample notification. */
export function addSampleForm() {
	const label = (id, words) => element('label', { for: `fire-${id}` }, words);
	const address = { id: 'fire-url', type: 'url', autocomplete: 'off', required: '' };
	const fields = Object.entries(CHOICES).map(([id, [words, choices]]) => {
		const select = element('select', { id: `fire-${id}` }, ...optionsOf(choices));
		return element('div', {}, label(id, words), select);
	});
	const form = element(
		'form',
		{ id: 'fire' },
		element('div', {}, label('url', 'Address, on this machine'), element('input', address)),
		...fields,
		element('button', {}, 'Send it'),
	);
	const summary = element('summary', {}, 'Send a sample notification');
	$('notifications')
		.closest('section')
		.append(element('details', {}, summary, form));
	$('fire-url').value = `${location.origin}/_sandbox/inbox/notifications`;
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const valueOf = (id) => $(`fire-${id}`).value;
		const body = {
			url: valueOf('url').trim(),
			serviceKey: valueOf('service'),
			encoding: valueOf('encoding'),
			fields: { event_type: valueOf('event'), status: valueOf('status') },
			tamper: valueOf('signature') || false,
		};
		void act(() => ask('POST', '/notifications/fire', body));
	});
}
