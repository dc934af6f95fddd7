import type { Resource } from '../../engine/panel/operation';
import type { CampaignOperation } from '../step';
import { answerPageOperation } from './answerPage';
import { checkList } from './checkList';
import { nextPiece } from './nextPiece';
import { plan } from './plan';
import { readList } from './readList';
import { sendPiece } from './sendPiece';
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
		operations: [answerPageOperation, nextPiece, plan, sendPiece],
		isSteps: true,
	},
];
