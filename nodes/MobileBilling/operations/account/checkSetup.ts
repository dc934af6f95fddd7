import { z } from 'zod';
import { normalizeServiceKey } from '../../../../platform/identifiers';
import { optionally } from '../../../../platform/input';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import type { SurveyOperation } from '../../../engine/panel/operation';
import { findingsOf } from './findings';
import { repliesOf } from './questions';

export const checkSetup: SurveyOperation<{ serviceKey?: string }> = {
	value: 'checkSetup',
	name: 'Check Setup',
	action: 'Check setup',
	description: 'Check what your platform and account can do, without spending anything',
	effect: 'survey',
	costs: 'nothing',
	fields: [
		{
			...optionalServiceKeyField,
			description:
				'The service whose gifts are read first; empty means the one of the service credential',
		},
	],
	params: z.object({ serviceKey: optionally(normalizeServiceKey) }),
	survey: async ({ serviceKey }, send) => ({
		records: findingsOf(await repliesOf(send, serviceKey)),
	}),
};
