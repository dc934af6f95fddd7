import namesOfColumns from '../../lists/columnNames.json';
import { otherWords, phoneWords } from '../../lists/columnWords.json';
import { nameKey } from '../../lists/columns';
import { knownAmong, recognize } from '../../lists/recognize';
import { alike, gives } from '../support/examples';

/** The field, and the unit. */
const inShort = (name: string): string => {
	const { field = 'nothing', unit } = recognize(name);
	return unit && field !== 'nothing' ? `${field} in ${unit}` : field;
};

gives('a column', inShort, [
	...alike<string>(
		'phone',
		'Phone 1 - Value',
		'customer_phone',
		'N° de téléphone',
		'Kunden-Telefon',
		'Celular/WhatsApp',
		'Telemóvel',
		'Mobiel nummer',
		'Broj mobilnog telefona',
		'Telefonszám',
		'Cep No',
		'رقم الجوال',
		'Tel.',
		'Cell',
	),
	...alike<string>('megabytes in GB', 'Datenvolumen in GB', 'GB', 'dataGB', 'Gigas', 'Пакет (ГБ)'),
	...alike<string>('megabytes in MB', 'Megas', 'data_mb', 'Amount (MB)', 'megabytes'),
	...alike<string>('megabytes', 'Datenvolumen', 'Mobile data', 'amount'),
	...alike<string>('customer', 'Customer ID', 'Kunden-Nr.', 'Código do cliente'),
	...alike<string>('name', 'Name', 'First Name', 'Prénom', 'Imię i nazwisko', 'Név', 'Jina'),
	...alike<string>('zone', 'Time zone', 'Zeitzone'),
	...alike<string>(
		'nothing',
		'Total Spent',
		'Lead Status',
		'Record ID',
		'Order Total Amount',
		'Amount (€)',
		'Menge',
		'Go live',
		'GB used',
		'Data (KB)',
		'Volume (To)',
		'Traffic in bytes',
		'dataTb',
		'Données utilisées (Go)',
		'Restvolumen (GB)',
		'Phone Storage (GB)',
		'tel:+33639980101',
		'Email',
		'IMEI',
		'',
		'__proto__',
	),
]);

test('of several names of a field the best one goes before', () => {
	const isBefore = (one: string, other: string) => recognize(one).rank < recognize(other).rank;
	expect(isBefore('Mobile Phone Number', 'Phone Number')).toBe(true);
	expect(isBefore('Full Name', 'First Name')).toBe(true);
	expect(isBefore('Imię i nazwisko', 'Nazwisko')).toBe(true);
});

test('the names that are known tell the separator of a header', () => {
	expect(knownAmong(['Nom', 'Téléphone portable', 'Forfait (Go)', 'x'])).toBe(3);
	expect(knownAmong(['Nom;Téléphone portable;Forfait (Go);x'])).toBeLessThan(3);
});

test('each name is of one field only, in whatever language', () => {
	const fields = Object.entries({ ...namesOfColumns, ...phoneWords, otherWords });
	const fieldOf = new Map<string, string>();
	const twice = fields.flatMap(([field, names]) =>
		Object.values(names)
			.flatMap((list) => list.split(', ').map(nameKey))
			.filter((key) => {
				const known = fieldOf.get(key) ?? field;
				fieldOf.set(key, known);
				// Mobile phones are phones.
				return known !== field && !(known in phoneWords && field in phoneWords);
			}),
	);
	expect(twice).toEqual([]);
});
