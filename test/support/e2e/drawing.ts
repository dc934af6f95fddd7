/** A node as a workflow file has it. */
export const nodeOf = (name: string, type: string, typeVersion: number, parameters: object) => {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
};

/** A node of n8n's own. */
export const basic = (name: string, type: string, typeVersion: number, parameters: object = {}) =>
	nodeOf(name, `n8n-nodes-base.${type}`, typeVersion, parameters);

const named = (name: string) => ({ id: null, name });

/** A node of this package, with the usual credentials or others. */
export function billing(name: string, type: string, parameters: object, credentials = {}) {
	// The default mode sends nothing.
	const own = /Gifting|Billing$/.test(type) ? { mode: 'send', ...parameters } : parameters;
	const typeVersion = type === 'mobileBillingTrigger' ? 2 : 1;
	const service = { mobileBillingServiceApi: named('Mobile Billing service') };
	return {
		...nodeOf(name, `n8n-nodes-mobile-billing.${type}`, typeVersion, own),
		credentials: {
			mobileBillingApi: named('Mobile Billing account'),
			...(/Billing(Trigger)?$/.test(type) && service),
			...credentials,
		},
	};
}

/** Takes a POST at a path, and answers with all items that the last node gives. */
export const called = (path: string) => {
	const parameters = {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'allEntries',
	};
	return { ...basic('Call', 'webhook', 2, parameters), webhookId: path };
};

/** Wires from the outputs of a node, one to each name. */
export const to = (...names: string[]) => ({
	main: names.map((node) => [{ node, type: 'main', index: 0 }]),
});

export const workflowOf = (name: string, nodes: object[], connections: object, more = {}) => {
	return { name, nodes, connections, settings: { executionOrder: 'v1', ...more } };
};

/** A value chosen “By Service Key” or “By Operator Code”, as the editor stores it. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A workflow that one of the triggers starts, and that does nothing. */
export function triggered(
	id: string,
	type: 'mobileBillingTrigger' | 'mobileBillingTransactionTrigger',
	parameters: object,
): object {
	const trigger = { ...billing('Trigger', type, parameters), webhookId: id };
	return workflowOf(id, [trigger, basic('End', 'noOp', 1)], { Trigger: to('End') });
}

/** Schedules of a minute each, shifted by seconds, because n8n has no schedule of seconds. */
export const everyTwoSeconds = {
	item: Array.from({ length: 30 }, (_, index) => {
		return { mode: 'custom', cronExpression: `${index * 2} * * * * *` };
	}),
};
