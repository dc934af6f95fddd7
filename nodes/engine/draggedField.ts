import type { IDataObject } from 'n8n-workflow';

/** What stands in a parameter when a field was dragged into it: `={{ $json.phone }}`, `={{ $json['Phone number'] }}`. */
const dragged = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(['"])([^'"\\\]]+)\2\])\s*\}\}$/;

/** The input field that an expression names, when it does nothing else; undefined for any other value. */
export function draggedField(value: unknown): string | undefined {
	const found = typeof value === 'string' ? dragged.exec(value) : null;
	return found?.[1] ?? found?.[3];
}

/** The text, number or truth value of an item's own field; undefined for all that an expression might see otherwise. */
export function plainValue(json: IDataObject | undefined, field: string): unknown {
	if (json === undefined || !Object.hasOwn(json, field)) return undefined;
	const value = json[field];
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
