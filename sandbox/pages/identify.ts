import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { serviceKey } from '../gifting/fields';
import { recognise, timestamp } from '../payments/identify';
import { returnAddress } from '../payments/return-url';
import type { PaymentService } from '../payments/services';
import { checkSigned } from '../payments/signed-request';
import { isWebAddress } from '../payments/subscribe-request';
import { isValid } from '../payments/subscription';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { html, sendPage } from './html';

const PATH = '/payment/pages/subIdentify.jsf';

const identification = z.object({
	apikey: serviceKey,
	returnurl: z.string().refine(isWebAddress, 'must be an address with http or https'),
	timestamp,
	sign: z.string().optional(),
	/** What the page below adds: who is browsing. */
	handset: z.string().optional(),
});

/** Subscription identification by redirect: contract, endpoint 9. */
export function identifyPage(app: FastifyInstance, world: World): void {
	app.get(PATH, async (request, reply) => {
		const asked = parseOrRefuse(identification, request.query);
		const service = world.payments.services.find(asked.apikey);
		if (!service) {
			throw new Refusal(404, 'INVALID_SERVICE', `service ${asked.apikey} is not known`, 'apikey');
		}
		const [, query = ''] = request.url.split('?', 2);
		const sent = [...new URLSearchParams(query)].filter(([name]) => name !== 'handset');
		checkSigned(world, service, sent);
		const visitor = asked.handset ?? world.settings.visitorMsisdn;
		if (visitor === '' && asked.handset === undefined) return whoAreYou(reply, sent);
		recognise(world, service, visitor);
		const address = returnAddress(
			world,
			service,
			asked.returnurl,
			subscriber(world, service, visitor),
		);
		return reply.redirect(address, 302);
	});
}

function subscriber(world: World, { serviceKey }: PaymentService, msisdn: string): string | null {
	const found = world.payments.subscriptions
		.ofNumber(msisdn)
		.find((one) => one.record.serviceKey === serviceKey && isValid(one, world.clock.now()));
	return found?.record.userId ?? null;
}

function whoAreYou(reply: FastifyReply, sent: [string, string][]): FastifyReply {
	return sendPage(
		reply,
		'Which handset are you?',
		html`<p>A real operator knows it from the mobile connection. The sandbox asks.</p>
			<form method="get" action="${PATH}">
				${sent.map(
					([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
				)}
				<label for="handset">Your number, with country code; empty for none</label>
				<input id="handset" name="handset" inputmode="numeric" autocomplete="tel" autofocus />
				<p class="buttons"><button>Continue</button></p>
			</form>`,
	);
}
