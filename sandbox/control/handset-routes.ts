import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerMessage } from '../payments/answer-message';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';

const path = z.object({ msisdn: z.string() });
const answer = z.object({ text: z.string().trim().min(1, 'must not be empty').max(480) }).strict();

/** The simulated handset: what it was sent, and what its owner answers. */
export function handsetRoutes(app: FastifyInstance, world: World): void {
	app.get('/handset/:msisdn', async (request) => {
		return handsetView(world, path.parse(request.params).msisdn);
	});

	app.post('/handset/:msisdn', async (request) => {
		const { msisdn } = path.parse(request.params);
		handsetView(world, msisdn);
		const { text } = parseOrRefuse(answer, request.body);
		const understood = answerMessage(world, msisdn, text);
		return { ...understood, ...handsetView(world, msisdn) };
	});
}

/** A handset with its messages, oldest first; refuses a number that nobody has. */
export function handsetView(world: World, msisdn: string) {
	const subscriber = world.catalogue.subscriber(msisdn);
	if (!subscriber) {
		throw new Refusal(404, 'UNKNOWN_MSISDN', `nobody has the number ${msisdn}`, 'msisdn');
	}
	const messages = world.payments.handsets.messages(msisdn);
	return { msisdn, operator: subscriber.operator.code, messages };
}
