import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Resource, ShownOperation } from '../../engine/panel/operation';
import { answerDeskOperation, answerDeskOutputs, executeAnswerDesk } from './answerDesk';
import { answerPageOperation, answerPageOutputs, executeAnswerPage } from './answerPage';
import { answerRowsOperation, answerRowsOutputs, executeAnswerRows } from './answerRows';
import { claimBatch, claimBatchOutputs, executeClaimBatch } from './claimBatch';
import { executeFindCounted, findCounted, findCountedOutputs } from './findCounted';
import { executeFindWork, findWork, findWorkOutputs } from './findWork';
import { executePlan, plan, planOutputs } from './plan';
import { executeReadList, readList, readListOutputs } from './readList';
import { executeReport, report, reportOutputs } from './report';
import { executeSendBatch, sendBatch, sendBatchOutputs } from './sendBatch';
import { executeWriteResult, writeResult, writeResultOutputs } from './writeResult';

interface CampaignOperation {
	operation: ShownOperation;
	outputs: string[];
	execute(context: IExecuteFunctions): INodeExecutionData[][] | Promise<INodeExecutionData[][]>;
}

/** What people add to their own workflows, in the order the dropdown shows it. */
const listOperations: CampaignOperation[] = [
	{ operation: readList, outputs: readListOutputs, execute: executeReadList },
	{ operation: writeResult, outputs: writeResultOutputs, execute: executeWriteResult },
];

/** The steps of workflows/mobile-data-campaigns.json. */
const steps: CampaignOperation[] = [
	{ operation: answerDeskOperation, outputs: answerDeskOutputs, execute: executeAnswerDesk },
	{ operation: answerPageOperation, outputs: answerPageOutputs, execute: executeAnswerPage },
	{ operation: answerRowsOperation, outputs: answerRowsOutputs, execute: executeAnswerRows },
	{ operation: claimBatch, outputs: claimBatchOutputs, execute: executeClaimBatch },
	{ operation: findCounted, outputs: findCountedOutputs, execute: executeFindCounted },
	{ operation: findWork, outputs: findWorkOutputs, execute: executeFindWork },
	{ operation: plan, outputs: planOutputs, execute: executePlan },
	{ operation: report, outputs: reportOutputs, execute: executeReport },
	{ operation: sendBatch, outputs: sendBatchOutputs, execute: executeSendBatch },
];

export const operations = [...listOperations, ...steps];

export const resources: Resource<ShownOperation>[] = [
	{
		value: 'list',
		name: 'List',
		defaultOperation: 'readList',
		operations: listOperations.map(({ operation }) => operation),
	},
	{
		value: 'campaign',
		name: 'Campaign',
		description: 'The steps of the ready workflow Mobile data campaigns',
		defaultOperation: 'plan',
		operations: steps.map(({ operation }) => operation),
		isSteps: true,
	},
];
