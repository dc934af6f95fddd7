import { rightOf } from '../campaign/change';
import type { Campaign } from '../campaign/types';
import { wrongCellTexts, type WrongCell } from '../campaign/wrongCells';
import { say } from '../platform/say';
import {
	htmlAnswer,
	isProgram,
	jsonAnswer,
	pressIn,
	jsonRefusal,
	type DeskRequest,
	type PageAnswer,
} from './http';
import { answering } from './language';
import { pageOf } from './renderSections';
import { text } from './sections';
import { wrongSections } from './troubleSections';

/** A campaign as it's stored, of whose own row a cell is wrong. */
interface WrongCampaign extends Pick<Campaign, 'name' | 'viewKey' | 'controlKey'> {
	wrong: WrongCell[];
	request: DeskRequest;
}

/** Says what is wrong with a campaign, whose figures and buttons can't be trusted then. */
export function answerWrong({ name, wrong, request, ...keys }: WrongCampaign): PageAnswer {
	const wrongCells = wrongCellTexts(wrong);
	return answering(request, () => {
		if (!rightOf(keys, pressIn(request).key)) return unknownCampaign(request);
		if (isProgram(request)) return jsonAnswer(409, { campaign: name, wrongCells });
		return htmlAnswer(409, pageOf(name, ...wrongSections(wrongCells)));
	});
}

/** A key that opens no campaign. */
export function unknownCampaign(request: DeskRequest): PageAnswer {
	const title = say`There is no such campaign`;
	const words = say`Check the address: its key is not the key of a campaign here.`;
	if (isProgram(request)) return jsonRefusal(404, `${title}. ${words}`);
	return htmlAnswer(404, pageOf(title, text(words)));
}
