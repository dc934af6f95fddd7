import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** What is picked from one of the account's lists, or typed. */
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

/** The service key, picked from the account's services or typed. */
export const serviceKeyField: INodeProperties = {
	displayName: 'Service',
	name: 'serviceKey',
	required: true,
	...locator('searchServices', { displayName: 'By Service Key', placeholder: 'LOYALTYDATA01' }),
	description: 'Your service at the platform',
};

/** As `serviceKeyField`, where the service credential can give the key. */
export const optionalServiceKeyField: INodeProperties = {
	...serviceKeyField,
	required: false,
	description: 'Your service at the platform. Left empty, it is the one of the service credential.',
};

/** The service as a filter. */
export const serviceFilterField: INodeProperties = {
	...optionalServiceKeyField,
	description:
		'Only this service. Left empty, it is the one of the service credential; without that, all of your services.',
};

/** The operator code, picked from those of the chosen service or typed. */
export const operatorField: INodeProperties = {
	displayName: 'Operator',
	name: 'operator',
	required: true,
	...locator('searchOperators', { displayName: 'By Operator Code', placeholder: 'FR_ORANGE' }),
	description: 'The mobile operator, by its code at the platform',
};

/** A customer's phone number. */
export const msisdnField: INodeProperties = {
	displayName: 'Phone Number',
	name: 'msisdn',
	type: 'string',
	default: '',
	placeholder: '+33 6 39 98 12 34',
	description:
		"The customer's number with its country code. Spaces, dashes, dots and a leading + or 00 are taken care of.",
};

/** A country as a filter or an extra. */
export const countryField: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	placeholder: 'FR',
	description: "The two letters of the customer's country",
};

/** An operator code that is typed; `operatorField` picks it from a list. */
export const operatorCodeField: INodeProperties = {
	displayName: 'Operator Code',
	name: 'operator',
	type: 'string',
	default: '',
	placeholder: 'FR_ORANGE',
	description: "The code of the customer's operator",
};

/** The label of the field at this path; collections hold fields of their own. */
export function labelOf(
	fields: INodeProperties[],
	[name, ...rest]: (string | number)[],
): string | undefined {
	const field = fields.find((candidate) => candidate.name === name);
	const inner = (field?.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	return (rest.length > 0 ? labelOf(inner, rest) : undefined) ?? field?.displayName;
}
