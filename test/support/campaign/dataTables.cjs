/**
 * n8n's own Data Table node on n8n's own database, without a server: the node's operations, the service behind them
 * and the database are real; only expressions are missing. Runs on n8n's Node.
 */
const { createRequire } = require('node:module');

/** @param {string} program n8n's command line program; the database is that of the environment */
async function openDataTables(program) {
	const n8n = createRequire(program);
	const inNode = (file) => n8n(`n8n-nodes-base/dist/nodes/DataTable/${file}`);
	n8n('reflect-metadata');
	n8n('../dist/config');
	const { Container } = n8n('@n8n/di');
	await Container.get(n8n('@n8n/backend-common').ModuleRegistry).loadModules(['data-table']);
	const connection = Container.get(n8n('@n8n/db').DbConnection);
	await connection.init();
	await connection.migrate();
	const source = Container.get(n8n('@n8n/typeorm').DataSource);
	const { DataTableProxyService } = n8n('../dist/modules/data-table/data-table-proxy.service.js');
	const service = Container.get(DataTableProxyService);
	const [{ id: projectId }] = await source.query('SELECT id FROM project');
	const tables = service.makeAggregateOperations(projectId);

	/** Runs one operation of the node, as on version 1.1 of it. */
	const run = async (operation, table, parameters) => {
		const all = { dataTableId: { mode: 'id', value: table }, ...parameters };
		const context = {
			getNode: () => ({ name: 'Data Table', typeVersion: 1.1 }),
			getInputData: () => [{ json: {} }],
			getNodeParameter: (name, _index, missing) => all[name] ?? missing,
			helpers: {
				getDataTableProxy: async (id) => service.makeDataTableOperations(projectId, id),
			},
		};
		const items = await inNode(`actions/row/${operation}.operation.js`).execute.call(context, 0);
		return items.map(({ json }) => json);
	};
	const where = (conditions) => ({
		matchType: 'allConditions',
		'filters.conditions': conditions.map(([keyName, condition, keyValue]) => ({
			keyName,
			condition,
			keyValue,
		})),
	});
	const set = (values) => ({ 'columns.mappingMode': 'defineBelow', 'columns.value': values });

	return {
		source,
		isPostgres: source.options.type === 'postgres',
		idOf: async (name) => (await tables.getManyAndCount({ filter: { name } })).data[0].id,
		create: async (name, columns) => await tables.createDataTable({ name, columns }),
		insert: async (table, values) => await run('insert', table, set(values)),
		get: async (table, conditions, limit) =>
			await run('get', table, { ...where(conditions), returnAll: limit === undefined, limit }),
		update: async (table, conditions, values) =>
			await run('update', table, { ...where(conditions), ...set(values) }),
	};
}

module.exports = { openDataTables };
