import type { FastifyInstance } from 'fastify';

type Counts = Record<string, Record<string, number>>;

/** What came in: requests by route and status, token requests by grant and result. */
export class Traffic {
	private inFlight = 0;
	private highestInFlight = 0;
	private total = 0;
	private readonly routes: Counts = {};
	private readonly tokenRequests: Counts = {};

	started(): void {
		this.total += 1;
		this.inFlight += 1;
		this.highestInFlight = Math.max(this.highestInFlight, this.inFlight);
	}

	finished(route: string, status: string): void {
		this.inFlight -= 1;
		count(this.routes, route, status);
	}

	countTokenRequest(grant: string, result: string): void {
		count(this.tokenRequests, grant, result);
	}

	report() {
		const { total, inFlight, highestInFlight, routes, tokenRequests } = this;
		return { total, inFlight, highestInFlight, routes, tokenRequests };
	}
}

/** Counts every request to a route of `app`, also one whose connection ends without an answer. */
export function countTraffic(app: FastifyInstance, world: { traffic: Traffic }): void {
	app.addHook('onRequest', (request, reply, done) => {
		// A reset replaces `world.traffic` while this request is under way.
		const { traffic } = world;
		traffic.started();
		reply.raw.once('close', () => {
			const route = `${request.method} ${request.routeOptions.url ?? '(unknown)'}`;
			traffic.finished(
				route,
				reply.raw.writableFinished ? String(reply.raw.statusCode) : 'no answer',
			);
		});
		done();
	});
}

function count(counts: Counts, group: string, key: string): void {
	const row = (counts[group] ??= {});
	row[key] = (row[key] ?? 0) + 1;
}
