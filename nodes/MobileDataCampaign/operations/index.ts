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

/** Every operation of the node, in the order the dropdown shows them. */
export const operations: CampaignOperation[] = [
	{ operation: answerDeskOperation, outputs: answerDeskOutputs, execute: executeAnswerDesk },
	{ operation: answerPageOperation, outputs: answerPageOutputs, execute: executeAnswerPage },
	{ operation: answerRowsOperation, outputs: answerRowsOutputs, execute: executeAnswerRows },
	{ operation: claimBatch, outputs: claimBatchOutputs, execute: executeClaimBatch },
	{ operation: findCounted, outputs: findCountedOutputs, execute: executeFindCounted },
	{ operation: findWork, outputs: findWorkOutputs, execute: executeFindWork },
	{ operation: plan, outputs: planOutputs, execute: executePlan },
	{ operation: readList, outputs: readListOutputs, execute: executeReadList },
	{ operation: report, outputs: reportOutputs, execute: executeReport },
	{ operation: sendBatch, outputs: sendBatchOutputs, execute: executeSendBatch },
	{ operation: writeResult, outputs: writeResultOutputs, execute: executeWriteResult },
];

export const resources: Resource<ShownOperation>[] = [
	{
		value: 'campaign',
		name: 'Campaign',
		defaultOperation: 'readList',
		operations: operations.map(({ operation }) => operation),
	},
];
