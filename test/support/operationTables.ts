import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlainAnswer } from './endpoint';
import { errorOf, fieldsOf } from './runNode';
import { byOutput, continued, endsOf, itemsOf, type Call, type Stub } from './stub';

/** The result of the look-ups after a write that got a 500. */
type Proof = 'done' | 'notDone' | 'underWay' | 'inDoubt';

const json = (value: unknown) => JSON.stringify(value);

/** Tests an operation by tables against a stub. */
class Tables {
	constructor(
		private readonly stub: Stub,
		private readonly base: INodeParameters,
	) {}

	async run(fields: INodeParameters = {}, call: Call = {}) {
		return await this.stub.run({ ...this.base, ...fields }, call);
	}

	/** Each row: fields, the body that is sent for them, and the service credential. */
	sends(
		line: string,
		answer: PlainAnswer,
		rows: [what: string, fields: INodeParameters, body?: object, service?: IDataObject][],
	) {
		for (const [what, fields, body, service] of rows) {
			it(`sends ${what}`, async () => {
				if (service) this.stub.fresh(service);
				this.stub.answersWith(answer);
				itemsOf(await this.run(fields));
				expect(this.stub.asked).toEqual([[line, body]]);
			});
		}
	}

	/** Each row: refused fields, and the whole error message; nothing may be sent. */
	refuses(rows: [fields: INodeParameters, message: string][]) {
		it.each(rows)('refuses %j', async (fields, message) => {
			expect(errorOf(await this.run(fields))?.message).toBe(message);
			expect(this.stub.asked).toEqual([]);
		});
	}

	/** Each row: an answer, the output of its item, and the item. */
	answers(rows: [status: number, body: unknown, output: number, item: object, fields?: object][]) {
		for (const [status, body, output, item, fields] of rows) {
			it(`HTTP ${status} ${json(body)} leaves by output ${output}`, async () => {
				this.stub.answersWith({ status, body });
				const split = await this.run({ ...fields, options: { splitByOutcome: true } });
				expect(byOutput(split)).toEqual({ [output]: [item] });
				expect(this.stub.asked).toHaveLength(1);
			});
		}
	}

	/** Each row: an answer, and its failure; the request must be sent once. */
	fails(
		rows: [status: number, body: unknown, said: string, description: string, more: object][],
		{ settings }: Call = {},
	) {
		it.each(rows)('HTTP %i %j is an error', async (status, body, said, description, more) => {
			this.stub.answersWith({ status, body, headers: { location: this.stub.url } });
			const call = { settings: { ...continued.settings, ...settings }, items: [{ order: 17 }] };
			const error = { message: `The platform ${said}`, description, ...more };
			expect(fieldsOf(await this.run({}, call))).toEqual([{ order: 17, error }]);
			expect(this.stub.asked).toHaveLength(1);
		});
	}

	/** Each row: the answers of look-ups after a 500, as bodies or statuses, and the result they prove. */
	lookUps(
		found: IDataObject,
		reference: string | undefined,
		askedFor: (fields: INodeParameters) => unknown[],
		rows: [what: string, Proof, fields: INodeParameters, ...shown: unknown[]][],
	) {
		for (const [what, proof, fields, ...shown] of rows) {
			it(`in doubt, with ${what} in the look-up, is ${proof}`, async () => {
				const answers = shown.map((one) =>
					typeof one === 'number' ? { status: one } : { body: one },
				);
				this.stub.answersWith({ status: 500 }, ...answers, ...answers);
				const unclear = inDoubt(reference);
				const ends = {
					done: found,
					notDone,
					underWay: unclear,
					inDoubt: unclear,
				};
				expect(endsOf(await this.run(fields, continued))).toEqual([ends[proof]]);
				const asked = askedFor(fields).slice(0, shown.length);
				const isTwice = proof === 'notDone' || proof === 'underWay';
				expect(this.stub.asked.slice(1)).toEqual([...asked, ...(isTwice ? asked : [])]);
			});
		}
	}
}

/** @param base the parameters, unless a row has others */
export const tablesOf = (stub: Stub, base: INodeParameters) => new Tables(stub, base);

const notDone = {
	message: 'The platform says: HTTP 500',
	description: 'Two look-ups show that it was not done. Retry.',
	status: 500,
	retryable: true,
};

const inDoubt = (reference?: string) => ({
	message: 'Outcome unknown: The platform says: HTTP 500. A look-up gave no result',
	description: `Look for ${reference ? `the reference ${reference}` : 'this item'} at the platform before you send it again.`,
	status: 500,
	outcomeUnknown: true,
	...(reference && { reference }),
});
