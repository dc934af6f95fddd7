import type { Resource } from '../../engine/panel/operation';
import type { CampaignOperation } from '../step';
import { answerPageOperation } from './answerPage';
import { checkList } from './checkList';
import { claimBatch } from './claimBatch';
import { findCounted } from './findCounted';
import { findWork } from './findWork';
import { plan } from './plan';
import { readList } from './readList';
import { report } from './report';
import { sendBatch } from './sendBatch';
import { writeResult } from './writeResult';

export const resources: Resource<CampaignOperation>[] = [
	{
		value: 'list',
		name: 'List',
		defaultOperation: 'readList',
		operations: [checkList, readList, writeResult],
	},
	{
		value: 'campaign',
		name: 'Campaign',
		description: 'The steps of the ready workflow Mobile data campaigns',
		defaultOperation: 'plan',
		operations: [answerPageOperation, claimBatch, findCounted, findWork, plan, report, sendBatch],
		isSteps: true,
	},
];
