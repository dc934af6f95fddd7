import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { serviceNamed } from '../catalogue';
import { msisdnShown } from '../payments/customer';
import { anyTimestamp, checkSigned, recognize, timestamp } from '../payments/identify';
import type { Shop } from '../payments/payments';
import { isReturnAddress, serviceKey } from '../payments/request';
import { idShown } from '../payments/response';
import { returnAddress } from '../payments/returns';
import type { PaymentService } from '../payments/services';
import type { Parameters } from '../payments/signature';
import { isValid } from '../payments/subscriptions';
import { route } from '../refusal';
import type { Settings } from '../settings';
import { html, sendPage } from './html';

interface Identification {
	path: string;
	timestamp: typeof timestamp;
	isSigned(settings: Settings): boolean;
	adds(world: Shop, service: PaymentService, visitor: string): Parameters;
}

const identification = z.object({
	apikey: serviceKey,
	returnurl: z.string().refine(isReturnAddress, 'must be a complete address'),
	sign: z.string().optional(),
	/** The page below adds the customer who is browsing. */
	handset: z.string().optional(),
});

/** Subscription identification by redirect: contract, endpoint 9. */
const subscription: Identification = {
	path: '/payment/pages/subIdentify.jsf',
	timestamp,
	isSigned: ({ signedReturns }) => signedReturns !== 'never',
	adds(world, service, visitor) {
		recognize(world, service, visitor);
		const now = world.clock.now();
		const found = world.payments.subscriptions.ofNumber(visitor).find((one) => {
			return one.record.serviceKey === service.serviceKey && isValid(one, now);
		});
		return [
			['userid', found?.record.userId ?? ''],
			['timestamp', String(Math.floor(now / 1000))],
		];
	},
};

/** The customer who is browsing: docs/platform-interface.md, "Identify a user"; nothing there is signed. */
const user: Identification = {
	path: '/payment/pages/userIdentify.jsf',
	timestamp: anyTimestamp,
	isSigned: ({ signedReturns }) => signedReturns === 'always',
	adds(world, service, visitor) {
		const payment = recognize(world, service, visitor);
		const now: Parameters[number] = ['timestamp', String(world.clock.now())];
		if (!payment) return [now];
		return [
			['msisdn', msisdnShown(payment)],
			['operator', payment.record.operator],
			['identid', idShown(payment)],
			now,
		];
	},
};

export function identifyPages(app: FastifyInstance, world: Shop): void {
	for (const page of [subscription, user]) identifyPage(app, world, page);
}

function identifyPage(app: FastifyInstance, world: Shop, page: Identification): void {
	const query = identification.extend({ timestamp: page.timestamp });
	route(app, `GET ${page.path}`, { query }, ({ query: asked }, reply, request) => {
		const service = serviceNamed(world.payments.services.all, asked.apikey, 'apikey');
		const [, rawQuery] = request.url.split('?', 2);
		const sent = [...new URLSearchParams(rawQuery)].filter(([name]) => name !== 'handset');
		checkSigned(service, sent);
		const visitor = asked.handset;
		if (visitor === undefined) return whoAreYou(reply, sent);
		const adds = page.adds(world, service, visitor);
		const signing = page.isSigned(world.settings) ? service.signing : null;
		return reply.redirect(returnAddress(asked.returnurl, adds, signing), 302);
	});
}

function whoAreYou(reply: FastifyReply, sent: Parameters): FastifyReply {
	return sendPage(
		reply,
		'Which handset are you?',
		html`<p>A real operator knows it from the mobile connection. The sandbox asks.</p>
			<form method="get">
				${sent.map(
					([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
				)}
				<label for="handset">Your number, with country code; may stay empty</label>
				<input id="handset" name="handset" inputmode="numeric" autocomplete="tel" autofocus />
				<p class="row"><button>Continue</button></p>
			</form>`,
	);
}
