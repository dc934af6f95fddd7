import { utcText } from '../clock';
import { hiddenAs } from './customer';
import { nameCustomer, type Payment } from './payment';
import type { Selling } from './payments';
import { enterPin } from './pin';
import { cancelSubscription } from './renewals';
import { cancel, charge } from './settle';

export interface Understood {
	understood: 'PIN' | 'KEYWORD' | 'YES' | 'NO' | 'STOP' | 'NOTHING';
	/** What it was about: a payment, or the subscriptions that have ended. */
	transactionId?: number;
	subscriptionIds?: number[];
}

const NOT_UNDERSTOOD = 'We did not understand your message.';

/** A message that the customer sends: a PIN, the text of a premium payment, YES, NO or STOP. */
export function answerMessage(world: Selling, msisdn: string, text: string): Understood {
	const { handsets } = world.payments;
	const at = world.clock.now();
	const words = text.trim().toUpperCase().split(/\s+/);
	const payment = paymentMeant(world, msisdn, words);
	const lastCode = handsets.messages(msisdn).at(-1)?.shortCode ?? '';
	const shortCode = payment?.service.shortCode ?? lastCode;
	handsets.all.push({ msisdn, direction: 'out', shortCode, text, time: utcText(at) });
	if (words[0] === 'STOP') return stop(world, msisdn, words);
	if (!payment) {
		handsets.deliver(msisdn, lastCode, NOT_UNDERSTOOD, at);
		return { understood: 'NOTHING' };
	}
	const { transactionId } = payment.record;
	if (/^\d+$/.test(words[0] ?? '')) {
		const { errorMessage } = enterPin(world, payment, words[0] ?? '');
		if (errorMessage) handsets.deliver(msisdn, payment.service.shortCode, errorMessage, at);
		return { understood: 'PIN', transactionId };
	}
	if (words[0] === 'NO') {
		cancel(world, payment, at);
		return { understood: 'NO', transactionId };
	}
	if (payment.session?.action === 'PREMIUM') {
		nameCustomer(payment, msisdn, hiddenAs(msisdn));
		payment.record.moMessage = text;
	}
	charge(world, payment, at);
	return { understood: words[0] === 'YES' ? 'YES' : 'KEYWORD', transactionId };
}

function paymentMeant(world: Selling, msisdn: string, words: string[]): Payment | undefined {
	const { transactions } = world.payments;
	const [word = '', code] = words;
	const ownPending = (matches: (payment: Payment) => boolean) =>
		transactions
			.ofNumber(msisdn)
			.filter((payment) => payment.session?.status === 'PENDING' && matches(payment))
			.at(-1);
	if (/^\d+$/.test(word)) return ownPending(({ session }) => session?.action === 'PIN');
	if (word === 'YES') return ownPending(({ session }) => session?.action === 'HANDSHAKE');
	if (word === 'NO') return ownPending(() => true);
	if (code === undefined) {
		return ownPending(
			({ session, service }) => session?.action === 'PREMIUM' && service.keyword === word,
		);
	}
	const named = transactions.find(String(parseInt(code, 36)));
	const operator = world.catalogue.subscriber(msisdn)?.operator;
	const fits =
		named?.session?.status === 'PENDING' &&
		named.session.smsBody === words.join(' ') &&
		named.operator === operator &&
		[msisdn, ''].includes(named.record.msisdn);
	return fits ? named : undefined;
}

function stop(world: Selling, msisdn: string, words: string[]): Understood {
	const [, keyword] = words;
	const at = world.clock.now();
	const ended = world.payments.subscriptions.ofNumber(msisdn).filter(({ record, optIn }) => {
		return record.active && (keyword === undefined || optIn.service.keyword === keyword);
	});
	const details = { action: 'SUB CANCEL', at, moMessage: words.join(' ') } as const;
	for (const subscription of ended) cancelSubscription(world, subscription, details);
	return { understood: 'STOP', subscriptionIds: ended.map(({ record }) => record.subscriptionId) };
}
