import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ListReport } from '../../lists/list';
import { readInTurns, type ChosenFile, type ListSource, type ReadList } from '../../lists/readList';
import { orInputError } from '../../lists/turns';
import type { InputError } from '../../platform/input';
import { inEnglish } from '../../platform/say';
import { inTurns } from '../engine/n8n/turns';

/** Reads a list row by row, in turns with other work; a list that can't be read is refused as a whole. */
export async function readSource(source: ListSource): Promise<ReadList> {
	return await inTurns(readInTurns(source));
}

/** As `readSource`, or the error of a setting that can't be read. */
export async function tryToRead(source: ListSource): Promise<ReadList | InputError> {
	return await inTurns(orInputError(readInTurns(source)));
}

/** A file of an item. @throws NodeOperationError when the item doesn't have it */
export async function fileIn(
	context: IExecuteFunctions,
	item: number,
	binaryPropertyName: string | IBinaryData,
): Promise<ChosenFile> {
	const { fileName = '' } = context.helpers.assertBinaryData(item, binaryPropertyName);
	return { fileName, bytes: await context.helpers.getBinaryDataBuffer(item, binaryPropertyName) };
}

/** A row or a report as an item, always in English. */
export function asItem(row: object): IDataObject {
	if ('texts' in row) return { ...row, texts: undefined };
	const { countries } = row as Partial<ListReport>;
	return countries === undefined
		? (row as IDataObject)
		: { ...(row as IDataObject), countries: inEnglish(countries) };
}

/** The bytes of a file that is written in turns with other work, and of what kind it is. */
export async function written<Kind>(
	writing: Generator<Uint8Array | undefined, Kind>,
): Promise<{ bytes: Buffer; kind: Kind }> {
	const parts: Uint8Array[] = [];
	const kind = await inTurns(writing, (part) => part && parts.push(part));
	return { bytes: Buffer.concat(parts), kind };
}
