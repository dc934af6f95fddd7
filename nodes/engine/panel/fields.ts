import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { field, text } from '../../../platform/fieldHead';
import { exampleNumber } from '../../../platform/phoneNumber';

/** The type of a field that is picked from one of the account's lists, or typed. */
function locator(
	searchListMethod: string,
	typed: Pick<INodePropertyMode, 'displayName' | 'placeholder'>,
): Pick<INodeProperties, 'type' | 'default' | 'modes'> {
	const typeOptions = { searchListMethod, searchable: true };
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', typeOptions },
			{ ...typed, name: 'id', type: 'string' },
		],
	};
}

const serviceByKey = { displayName: 'By Service Key', placeholder: 'e.g. LOYALTYDATA01' };

export const serviceKeyField: INodeProperties = {
	displayName: 'Service',
	name: 'serviceKey',
	required: true,
	...locator('searchServices', serviceByKey),
	description: 'Your service at the platform',
	builderHint: {
		propertyHint: 'Mode id takes the service key from the operator, such as LOYALTYDATA01',
	},
};

export const givingServiceField: INodeProperties = {
	...serviceKeyField,
	...locator('searchGivingServices', serviceByKey),
};

export const optionalServiceKeyField: INodeProperties = {
	...serviceKeyField,
	required: false,
	description: 'Your service at the platform; empty means the service of the credential',
};

export const serviceFilterField: INodeProperties = {
	...optionalServiceKeyField,
	description:
		'Only this service; empty means the service of the credential or, without it, all services',
};

/** The operator code, picked from those of the chosen service or typed. */
export const operatorField: INodeProperties = {
	displayName: 'Operator',
	name: 'operator',
	required: true,
	...locator('searchOperators', { displayName: 'By Operator Code', placeholder: 'e.g. FR_ORANGE' }),
	description: "The customer's mobile operator, by its code at the platform",
};

export const phoneField: INodeProperties = {
	...text('Phone Number', 'msisdn', `${exampleNumber}`),
	description: "The customer's phone number with country code, in any usual notation",
	builderHint: {
		propertyHint: 'International number as text; a leading +, 00 and separators are removed',
	},
};

export const phoneFilterField: INodeProperties = {
	...phoneField,
	description: "The customer's phone number with country code, or their alias",
};

/** For test numbers and aliases, which the platform takes wherever it takes a number. */
export const sendAsEnteredField: INodeProperties = {
	...field('boolean', 'Send as Entered', 'sendAsEntered', false),
	description:
		"Whether to also send text that isn't a valid phone number, such as test numbers and typing errors",
};

export const numberCountryField: INodeProperties = {
	...text('Country of Number', 'numberCountry', 'DE'),
	description: 'Two letters of the country of a number without its code, such as 0151…',
};

export const countryField: INodeProperties = {
	...text('Country', 'country', 'FR'),
	description: "The two-letter code of the customer's country",
};

/** An operator code that is typed; `operatorField` picks it from a list. */
export const operatorCodeField: INodeProperties = {
	...text('Operator', 'operator', 'FR_ORANGE'),
	description: "The code of the customer's operator",
};

/** The collection whose fields each item has, like the fields in sight. */
export const additionalFields = 'additionalFields';

export const simplifyField: INodeProperties = {
	...field('boolean', 'Simplify', 'simplify', true),
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export function innerFieldsOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}

export interface PlacedField {
	field: INodeProperties;
	path: string[];
}

/** The fields of an item. Those in collections stand alone, so that a dragged one stays fast. */
export function placedFields({
	fields,
	optionFields = [],
}: {
	fields: INodeProperties[];
	optionFields?: INodeProperties[];
}): PlacedField[] {
	const inside = (collection: string, inner: INodeProperties[]) =>
		inner.map((field) => ({ field, path: [collection, field.name] }));
	const own = fields.flatMap((field) =>
		field.name === additionalFields
			? inside(field.name, innerFieldsOf(field))
			: [{ field, path: [field.name] }],
	);
	return [...own, ...inside('options', optionFields)];
}

/** The label of the field at this path; an index of a list in it names nothing. */
export function fieldLabel(
	fields: INodeProperties[],
	[name, ...rest]: (string | number)[],
): string | undefined {
	const field = fields.find(({ name: fieldName }) => fieldName === name);
	if (!field || rest.length === 0) return field?.displayName;
	// A filter that the panel doesn't offer has only its name.
	const isUnknown = field.type === 'collection' && rest.length === 1;
	return (
		fieldLabel(innerFieldsOf(field), rest) ?? (isUnknown ? String(rest[0]) : field.displayName)
	);
}
