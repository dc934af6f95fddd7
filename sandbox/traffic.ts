import type { FastifyInstance } from 'fastify';

type Counts = Record<string, Record<string, number>>;

/** The traffic so far: requests by route and status, token requests by grant and result. */
export class Traffic {
	private readonly counts = {
		total: 0,
		inFlight: 0,
		highestInFlight: 0,
		routes: {} as Counts,
		tokenRequests: {} as Counts,
	};

	/** A request has begun; call what it returns with its route and status at the end. */
	begin(): (route: string, status: string) => void {
		const { counts } = this;
		counts.total += 1;
		counts.inFlight += 1;
		counts.highestInFlight = Math.max(counts.highestInFlight, counts.inFlight);
		return (route, status) => {
			counts.inFlight -= 1;
			count(counts.routes, route, status);
		};
	}

	countTokenRequest(grant: string, result: string): void {
		count(this.counts.tokenRequests, grant, result);
	}

	report() {
		return { ...this.counts };
	}
}

/** Counts every request to a route of `app`, even if its connection ends without an answer. */
export function countTraffic(app: FastifyInstance, world: { traffic: Traffic }): void {
	app.addHook('onRequest', async (request, reply) => {
		// A reset replaces `world.traffic` while this request is under way.
		const finished = world.traffic.begin();
		reply.raw.once('close', () => {
			const { writableFinished, statusCode } = reply.raw;
			const route = `${request.method} ${request.routeOptions.url ?? '(unknown)'}`;
			finished(route, writableFinished ? String(statusCode) : 'no answer');
		});
	});
}

function count(counts: Counts, group: string, key: string): void {
	const row = (counts[group] ??= {});
	row[key] = (row[key] ?? 0) + 1;
}
