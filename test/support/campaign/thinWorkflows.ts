/** The tables of a campaign in n8n, with the types of their columns (campaign/types.ts). */
const string = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'string']));
const number = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'number']));
const figures = ['given', 'givenBefore', 'failed', 'inDoubt', 'optedOut', 'notSent'];

export const tables = {
	data_campaigns: {
		...string('name', 'serviceKey', 'startAt', 'stopAt', 'quietFrom', 'quietTo', 'status'),
		...string('listHash', 'approved', 'approvedBy', 'approvedAt', 'plannedAt', 'finishedAt'),
		...string('viewKey', 'controlKey', 'problem'),
		...number('budget', 'rowsPerSecond', 'round', 'batches', 'rows', 'megabytes'),
		active: 'boolean',
	},
	data_batches: {
		...string('status', 'owner', 'leaseUntil', 'place', 'seal', 'results', 'reasons', 'doubts'),
		...number('campaign', 'number', 'version', 'rows', 'megabytes', 'megabytesBefore'),
		...number(...figures, ...figures.map((name) => `${name}Mb`)),
		takenOver: 'boolean',
	},
	data_lists: { ...number('campaign', 'number'), ...string('list') },
	data_opt_outs: string('phone'),
};
type Table = keyof typeof tables;

interface Node {
	name: string;
	type: string;
	[key: string]: unknown;
}

/** Where a node's outputs lead: for each output the names of the nodes. */
type Arrows = Record<string, (string | string[])[]>;

function workflowOf(name: string, nodes: Node[], arrows: Arrows) {
	const connections = Object.entries(arrows).map(([from, outputs]) => {
		const main = outputs.map((names) =>
			[names].flat().map((node) => ({ node, type: 'main', index: 0 })),
		);
		return [from, { main }];
	});
	return {
		name,
		// Of several branches n8n runs the topmost first.
		nodes: nodes.map((node, at) => ({
			...{ id: node.name, typeVersion: 1, position: [at * 200, at * 100], ...node },
		})),
		connections: Object.fromEntries(connections) as object,
		settings: { executionOrder: 'v1' },
	};
}

type Condition = [column: string, condition: string, value?: string];

function tableNode(
	name: string,
	table: Table,
	operation: string,
	parameters: object,
	settings: object = {},
): Node {
	return {
		...{ name, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 },
		parameters: {
			...{ resource: 'row', operation },
			dataTableId: { __rl: true, mode: 'name', value: table },
			...parameters,
		},
		...{ retryOnFail: true, maxTries: 4, waitBetweenTries: 500 },
		...settings,
	};
}

const where = (...conditions: Condition[]) => ({
	matchType: 'allConditions',
	filters: {
		conditions: conditions.map(([keyName, condition, keyValue]) => {
			return { keyName, condition, keyValue };
		}),
	},
});

const get = (name: string, table: Table, conditions: Condition[], more: object = {}): Node =>
	tableNode(
		name,
		table,
		'get',
		{ ...where(...conditions), returnAll: true, ...more },
		{ executeOnce: true, alwaysOutputData: true },
	);

const autoMapped = {
	columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
};

/** The columns named, of an item's `set`. */
const mapped = (table: Table, ...names: string[]) => ({
	columns: {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(names.map((name) => [name, `={{ $json.set.${name} }}`])),
		matchingColumns: [],
		schema: names.map((id) => ({
			...{ id, displayName: id, required: false, defaultMatch: false, display: true },
			...{ type: (tables[table] as Record<string, string>)[id], canBeUsedToMatch: true },
		})),
	},
});

/** Writes what Claim Batch and Send Batch give, if nobody else has written the batch meanwhile. */
const saveBatch = tableNode(
	'Save batch',
	'data_batches',
	'update',
	{
		...where(['id', 'eq', '={{ $json.id }}'], ['version', 'eq', '={{ $json.version - 1 }}']),
		...autoMapped,
	},
	{ alwaysOutputData: true },
);

const own = (column: string): Condition => [column, 'eq', `={{ $json.where.${column} }}`];

const saveCampaign = tableNode('Save campaign', 'data_campaigns', 'update', {
	...where(own('id'), own('status'), own('round')),
	...mapped(
		'data_campaigns',
		...['status', 'active', 'round', 'finishedAt', 'problem'],
		...['approved', 'approvedBy', 'approvedAt'],
	),
});

const account = { mobileBillingApi: { id: null, name: 'Mobile Billing account' } };

const campaignNode = (name: string, operation: string, parameters: object): Node => ({
	...{ name, type: 'n8n-nodes-mobile-billing.mobileDataCampaign' },
	parameters: { operation, ...parameters },
	...(['plan', 'sendBatch'].includes(operation) && { credentials: account }),
});

const webhook = (name: string, path: string): Node => ({
	...{ name, type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
});

/** Reads, chooses, works and saves, until nothing is left or the time is over. */
export const thinRun = workflowOf(
	'Run campaigns',
	[
		{
			...{ name: 'Every 2 seconds', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.3 },
			parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 2 }] } },
		},
		{
			...get('Get campaigns', 'data_campaigns', [['active', 'isTrue']]),
			alwaysOutputData: false,
		},
		get('Get claims', 'data_batches', [
			['status', 'eq', 'open'],
			['owner', 'neq', 'nobody'],
			['owner', 'neq', 'look up'],
		]),
		campaignNode('Find work', 'findWork', {
			campaigns: "={{ $('Get campaigns').all() }}",
			started: "={{ $('Every 2 seconds').first().json.timestamp }}",
		}),
		get('Get list', 'data_lists', [
			['campaign', 'eq', '={{ $json.campaign.id }}'],
			['number', 'eq', '={{ $json.batch.number }}'],
		]),
		get('Get opt-outs', 'data_opt_outs', [
			['updatedAt', 'gt', "={{ $('Find work').first().json.optOutsSince }}"],
		]),
		campaignNode('Send batch', 'sendBatch', {
			work: "={{ $('Find work').first().json }}",
			list: "={{ $('Get list').first().json.list }}",
		}),
		get(
			'Get open batches',
			'data_batches',
			[
				['campaign', 'eq', '={{ $json.campaign.id }}'],
				['status', 'eq', 'open'],
				['owner', 'neq', '={{ $json.notOwner }}'],
			],
			{
				...{ returnAll: false, limit: 10 },
				...{ orderBy: true, orderByColumn: 'leaseUntil', orderByDirection: 'ASC' },
			},
		),
		campaignNode('Claim batch', 'claimBatch', {
			campaign: "={{ $('Find work').first(1).json.campaign }}",
		}),
		saveCampaign,
		saveBatch,
	],
	{
		'Every 2 seconds': ['Get campaigns'],
		'Get campaigns': ['Get claims'],
		'Get claims': ['Find work'],
		'Find work': ['Get list', 'Get open batches'],
		'Get list': ['Get opt-outs'],
		'Get opt-outs': ['Send batch'],
		'Send batch': ['Save campaign', 'Save batch'],
		'Get open batches': ['Claim batch'],
		'Claim batch': ['Save campaign', 'Save batch'],
		'Save batch': ['Get campaigns'],
	},
);

const addId = (name: string): Node => ({
	...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: {
		assignments: {
			assignments: [
				{
					...{ id: name, name: 'campaign', type: 'number' },
					value: "={{ $('Insert campaign').first().json.id }}",
				},
			],
		},
		...{ includeOtherFields: true, options: {} },
	},
});

const body = (name: string) => `={{ $('Plan request').first().json.body.${name} }}`;
const bulk = { ...autoMapped, options: { optimizeBulk: true } };

/** Reads a list from a request and stores what is planned. */
export const thinPlan = workflowOf(
	'Plan campaign',
	[
		webhook('Plan request', 'thin-plan'),
		get('Get opt-outs', 'data_opt_outs', []),
		{
			...{ name: 'Split rows', type: 'n8n-nodes-base.splitOut' },
			parameters: { fieldToSplitOut: 'body.rows', options: {} },
		},
		campaignNode('Read list', 'readList', { source: 'items' }),
		campaignNode('Plan', 'plan', {
			...{ name: body('name'), budget: body('budget'), rowsPerSecond: body('rowsPerSecond') },
			serviceKey: { __rl: true, mode: 'id', value: body('serviceKey') },
			optOuts: "={{ $('Get opt-outs').all() }}",
			startAt: body('startAt'),
		}),
		tableNode('Insert campaign', 'data_campaigns', 'insert', autoMapped),
		addId('Add ID to batches'),
		tableNode('Insert batches', 'data_batches', 'insert', bulk),
		addId('Add ID to lists'),
		tableNode('Insert lists', 'data_lists', 'insert', bulk),
		tableNode(
			'Mark as planned',
			'data_campaigns',
			'update',
			{
				...where(['id', 'eq', "={{ $('Insert campaign').first().json.id }}"]),
				columns: {
					...mapped('data_campaigns', 'status').columns,
					value: { status: 'planned' },
				},
			},
			{ executeOnce: true },
		),
	],
	{
		'Plan request': [['Get opt-outs', 'Split rows']],
		'Split rows': ['Read list'],
		'Read list': ['Plan'],
		Plan: ['Insert campaign', 'Add ID to batches', 'Add ID to lists'],
		'Add ID to batches': ['Insert batches'],
		'Add ID to lists': ['Insert lists'],
		'Insert lists': ['Mark as planned'],
	},
);

const asked = (name: string) => `={{ $('Button').first().json.body.${name} }}`;

/** Does what a button of the page says. */
export const thinChange = workflowOf(
	'Change campaign',
	[
		webhook('Button', 'thin-change'),
		get('Get campaign', 'data_campaigns', [['name', 'eq', asked('name')]]),
		get('Get batches', 'data_batches', [['campaign', 'eq', '={{ $json.id }}']]),
		campaignNode('Change', 'change', {
			...{ button: asked('button'), hash: asked('hash'), by: asked('by'), key: asked('key') },
			campaign: "={{ $('Get campaign').first().json }}",
			namesakes: "={{ $('Get campaign').all() }}",
		}),
		tableNode('Open batches', 'data_batches', 'update', {
			...where(own('campaign'), own('status'), own('owner')),
			...mapped('data_batches', 'status', 'leaseUntil'),
		}),
		saveBatch,
		saveCampaign,
	],
	{
		Button: ['Get campaign'],
		'Get campaign': ['Get batches'],
		'Get batches': ['Change'],
		Change: ['Open batches', 'Save batch', 'Save campaign'],
	},
);
