import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { hiddenAs, msisdnShown } from '../payments/customer';
import { nameCustomer, type Payment } from '../payments/payment';
import type { Selling, Shop } from '../payments/payments';
import { paymentReturn } from '../payments/returns';
import { priceText } from '../payments/session';
import { cancel, charge } from '../payments/settle';
import { Refusal, route } from '../refusal';
import { html, sendPage } from './html';

const PATH = '/payment/pages/confirm';

const address = z.object({ id: z.string() });
const decision = z.object({
	id: z.string(),
	choice: z.enum(['confirm', 'cancel']),
	msisdn: z.string().trim().optional(),
});

/** The payment page of the URL-redirect flow. */
export function confirmPage(app: FastifyInstance, world: Shop): void {
	route(app, `GET ${PATH}`, { query: address }, ({ query: { id } }, reply) => {
		const payment = find(world, id);
		return isOpen(payment)
			? ask(reply, payment)
			: over(reply, payment, paymentReturn(world, payment));
	});

	route(app, `POST ${PATH}`, { body: decision }, ({ body }, reply) => {
		const { id, choice, msisdn } = body;
		const payment = find(world, id);
		if (!isOpen(payment)) return over(reply, payment, paymentReturn(world, payment));
		const at = world.clock.now();
		if (choice === 'confirm' && !payment.record.msisdn) {
			const subscriber = msisdn ? world.catalogue.subscriber(msisdn) : undefined;
			if (!msisdn || subscriber?.operator !== payment.operator) {
				reply.code(422);
				return ask(reply, payment, `That is no number of ${payment.operator.name}.`);
			}
			nameCustomer(payment, msisdn, hiddenAs(msisdn));
		}
		if (choice === 'confirm') charge(world, payment, at);
		else cancel(world, payment, at);
		return reply.redirect(paymentReturn(world, payment), 303);
	});
}

function find({ payments }: Selling, id: string): Payment {
	const payment = payments.transactions.find(id);
	// Ids can be counted through; only the encrypted form opens a page.
	if (payment?.session?.returnUrl && payment.record.encryptedTransactionId === id) return payment;
	throw new Refusal(404, 'INVALID_REQUEST', 'there is no such payment');
}

function isOpen({ session }: Payment): boolean {
	return session?.action === 'URL_REDIRECT' && session.status === 'PENDING';
}

function ask(reply: FastifyReply, payment: Payment, complaint?: string): FastifyReply {
	const { record, service, operator } = payment;
	const renewed = service.period ? `, renewed every ${service.period.period.toLowerCase()}` : '';
	const number = record.msisdn
		? html`<p>Your number: <strong>${msisdnShown(payment)}</strong></p>`
		: html`<label for="msisdn">Your number at ${operator.name}, with country code</label>
				<input id="msisdn" name="msisdn" inputmode="numeric" autocomplete="tel" autofocus />`;
	return sendPage(
		reply,
		`Pay with ${operator.name}`,
		html`<form method="post">
			<p>
				<strong>${service.serviceName}</strong> for
				<strong>${priceText(payment)}</strong>${renewed}, on your phone bill.
			</p>
			${complaint ? html`<p role="alert">${complaint}</p>` : ''} ${number}
			<input type="hidden" name="id" value="${record.encryptedTransactionId}" />
			<p class="row">
				<button name="choice" value="confirm">Pay ${priceText(payment)}</button>
				<button class="second" name="choice" value="cancel">Cancel</button>
			</p>
		</form>`,
	);
}

function over(reply: FastifyReply, payment: Payment, backTo: string): FastifyReply {
	const words =
		payment.record.actionStatus === 'COMPLETED' ? 'You have paid.' : 'Nothing was charged.';
	return sendPage(
		reply,
		'This payment is over',
		html`<p>${words}</p>
			<p><a href="${backTo}">Back to the shop</a></p>`,
	);
}
