import { utcText } from '../clock';
import { hiddenAs } from './customer';
import { nameCustomer, type Payment } from './payment';
import type { Selling } from './payments';
import { enterPin } from './pin';
import { cancelSubscription } from './renewals';
import { cancel, charge } from './settle';

const NOT_UNDERSTOOD = 'We did not understand your message.';

/** A message that the customer sends: a PIN, the text of a premium payment, YES, NO or STOP. Answers what it was taken for. */
export function answerMessage(world: Selling, msisdn: string, text: string): string {
	const { handsets } = world.payments;
	const at = world.clock.now();
	const words = text.trim().toUpperCase().split(/\s+/);
	const [word = ''] = words;
	const payment = paymentMeant(world, msisdn, words);
	const lastCode = handsets.messages(msisdn).at(-1)?.shortCode ?? '';
	const shortCode = payment?.service.shortCode ?? lastCode;
	handsets.all.push({ msisdn, direction: 'out', shortCode, text, time: utcText(at) });
	if (word === 'STOP') {
		stop(world, { msisdn, words, at });
		return 'STOP';
	}
	if (!payment) {
		handsets.deliver(msisdn, shortCode, NOT_UNDERSTOOD, at);
		return 'NOTHING';
	}
	if (payment.session?.action === 'PIN' && word !== 'NO') {
		const { errorMessage } = enterPin(world, payment, word);
		if (errorMessage) handsets.deliver(msisdn, shortCode, errorMessage, at);
		return 'PIN';
	}
	if (word === 'NO') {
		cancel(world, payment, at);
		return 'NO';
	}
	if (payment.session?.action === 'PREMIUM') {
		nameCustomer(payment, msisdn, hiddenAs(msisdn));
		payment.record.moMessage = text;
	}
	charge(world, payment, at);
	return word === 'YES' ? 'YES' : 'KEYWORD';
}

/** The latest payment that waits for such an answer from this number. */
function paymentMeant(
	{ payments, catalogue }: Selling,
	msisdn: string,
	words: string[],
): Payment | undefined {
	const operator = catalogue.subscriber(msisdn)?.operator;
	const [word = '', ...more] = words;
	return payments.transactions.all.findLast(({ session, record, service, operator: its }) => {
		if (session?.status !== 'PENDING') return false;
		// A payment that began without a number takes it from any handset of the operator.
		const isOpen = its === operator && record.msisdn === '';
		if (session.smsBody === words.join(' ')) return isOpen || record.msisdn === msisdn;
		const isKeyword = word === service.keyword && more.length === 0;
		const { action } = session;
		const isAnswer =
			word === 'NO' ||
			(action === 'PIN' && /^\d+$/.test(word)) ||
			(action === 'HANDSHAKE' && word === 'YES') ||
			(action === 'PREMIUM' && isKeyword);
		return isAnswer && record.msisdn === msisdn;
	});
}

function stop(
	world: Selling,
	{ msisdn, words, at }: { msisdn: string; words: string[]; at: number },
): void {
	const [, keyword] = words;
	for (const subscription of world.payments.subscriptions.ofNumber(msisdn)) {
		const isMeant = keyword === undefined || subscription.optIn.service.keyword === keyword;
		if (!isMeant || !subscription.record.active) continue;
		const details = { action: 'SUB CANCEL', at, moMessage: words.join(' ') } as const;
		cancelSubscription(world, subscription, details);
	}
}
