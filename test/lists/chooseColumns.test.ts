import type { Reading } from '../../lists/reading';
import { gives } from '../support/examples';
import { proposeReading } from '../support/readLists';

type Cell = string | number;

const proposalOf = (rows: Cell[][], declared: Partial<Reading> = {}) =>
	proposeReading(
		rows.map((cells, at) => ({ row: at + 1, cells })),
		declared,
	);

/** The column that is read, or the proposal if there's a question. Columns are counted from 1. */
function columnOf(
	field: 'phone' | 'megabytes',
	rows: Cell[][],
	declared?: Partial<Reading>,
): string {
	const { reading, questions } = proposalOf(rows, declared);
	const asked = questions.find((question) => {
		return question.field === (field === 'phone' ? 'phoneColumn' : 'amountColumn');
	});
	const at = reading.columns[field];
	const chosen = at === undefined ? '-' : String(at + 1);
	if (!asked) return chosen;
	// The proposed column is used until somebody answers.
	expect(asked.proposed ?? '-').toBe(chosen);
	return `asked ${chosen}`;
}

const [p, q] = ['33612345678', '33612345679'];

const amountOf = (name: string) =>
	columnOf('megabytes', [
		['Name', 'Phone', name],
		['Ada', p, 30],
		['Bo', q, 7],
	]);

test.each(
	`GB|MB|Gigas|Megas|Data|Data (MB)|data_mb|dataGB|DATA_GB|Data in GB|Mobile data|Mobile data (GB)|Data volume (MB)|Data gift (GB)
	Gift MB|Bundle|Bundle size (GiB)|Data bundle GB|Data allowance (GB)|Bonus MB|Bonus data (MB)|Quota [MB]|Offer size MB|Megabytes|Gigabytes
	Megabytes to give|Volume (GB or MB)|Data MB/GB|Volumen GB|Datenvolumen|Datenvolumen in GB|Datenvolumen (GB)|Freivolumen MB|Geschenk (MB)
	Datenmenge in MB|Gratis-GB|Forfait (Go)|Bonus en Go|Volume de données (Mo)|Cadeau Mo|Données mobiles (Go)|Datos móviles (GB)|Regalo (Megas)
	Bono de datos MB|Paquete en GB|Franquia MB|Pacote de dados (GB)|Bônus (MB)|Traffico dati (GB)|GB omaggio|Regalo MB|Databundel (GB)
	Pakiet GB|Pakiet danych (MB)|Prezent (MB)|Poklon GB|Paket podataka (MB)|Пакет (ГБ)|Поклон МБ|Date mobile (GB)|Pachet de date (MB)
	Adatcsomag (GB)|Ajándék adat (GB)|Objem dat v GB|Dárek (MB)|Hediye İnternet (GB)|Veri miktarı (MB)|حجم الباقة (ميغابايت)|Kifurushi (MB)`
		.split(/[|\n]/)
		.map((name) => name.trim()),
)('%j is the column with amounts', (name) => {
	expect(amountOf(name)).toBe('3');
});

test.each(
	`GB validity (days)|GB price|Price per GB|Price/GB|MB cost|Cost per MB (EUR)|GB plan|Data plan (GB)|Plan GB|Current plan MB|MB already given
	Already given (MB)|Last gift (MB)|GB last month|Data cap (GB)|GB cap|GB limit|GB used|Used GB|MB left|Data left (MB)|Remaining GB|GB ID
	MB_ID|Data ID|GB days|GB/day|GB per month|GB €|MB %|GB date|Go live|Date of GB|Storage (GB)|RAM GB|Phone storage (GB)|GB customers|GB sold
	GB balance|Max GB|GB threshold|GB segment|Campaign MB|MB October|GB rollover|Roaming MB|Fair use GB|Old MB
	Preis pro GB|GB Laufzeit (Tage)|Tarif GB|Verbrauch GB|Restvolumen (GB)|Bereits genutzt (MB)|GB-Limit|Prix du Go|Validité (Go)|Forfait restant (Go)
	Conso (Go)|Precio GB|GB consumidos|Vigencia GB|Límite de datos (GB)|Plan de datos (GB)|Preço GB|GB utilizados|Validade GB|Prezzo GB|GB residui
	Validità GB|Prijs per GB|Verbruik (MB)|Cena GB|Zużycie GB|Ważność pakietu (GB)|Limit danych (GB)|Cijena GB|Potrošnja GB|Preț GB|Consum MB|GB ár
	Felhasznált GB|Cena za GB|Spotřeba GB|GB fiyatı|Kalan GB|Bei ya GB`
		.split(/[|\n]/)
		.map((name) => name.trim()),
)('%j is asked about, and nothing is proposed', (name) => {
	expect(['asked -', '-']).toContain(amountOf(name));
	expect(amountOf(name)).toBe('asked -');
});

const amounts = (header: string, ...rows: string[]) =>
	[`Phone,${header}`, ...rows.map((row, at) => `${33612345678 + at},${row}`)].map((line) =>
		line.split(','),
	);

gives(
	'the column with amounts',
	(rows: Cell[][], declared: Partial<Reading>) => columnOf('megabytes', rows, declared),
	[
		[amounts('Data (MB),Data used (MB),Price per GB', '500,9,3'), {}, '2'],
		// Two that may be it.
		[amounts('GB,MB', '1,1000'), {}, 'asked -'],
		[amounts('Data (GB),GB to be given', '10,1'), {}, 'asked -'],
		[amounts('Data (GB),x', '10,1 GB'), {}, 'asked -'],
		// Units in the cells prove a column with an unknown name, but not one with a name for something else.
		[amounts('x', '1 GB', '500 MB'), {}, 'asked 2'],
		[amounts('Load/Data Allocation', '1 GB', '500 MB'), {}, 'asked 2'],
		[amounts('Mobile plan', '10 GB', '5 GB'), {}, 'asked -'],
		[amounts('Tarif', '10 GB', '5 GB'), {}, 'asked -'],
		[amounts('Subscription', '24 mo', '12 mo'), {}, 'asked -'],
		[amounts('Data used', '10 GB', '5 GB'), {}, 'asked -'],
		[amounts('Data used,x', '10 GB,1 GB', '5 GB,1 GB'), {}, 'asked 3'],
		// The tariff's amount beside the one to give, and how many of them.
		[amounts('Package,Reward', '10 GB,500', '20 GB,250'), {}, 'asked -'],
		[amounts('Datenvolumen (GB),Gutschrift', '10,500'), {}, 'asked -'],
		[amounts('Paket,Ödül', '10 GB,500'), {}, 'asked -'],
		[amounts('Gift MB,Reward', '500,20'), {}, '2'],
		[amounts('Bundle,Points', '1 GB,20'), {}, '2'],
		[amounts('Bundle,Reward', '1 GB,gold'), {}, '2'],
		[amounts('Bundle,Qty', '1 GB,1', '1 GB,3'), {}, 'asked -'],
		[amounts('Bundle,Qty', '1 GB,1', '2 GB,1'), {}, '2'],
		// An amount for all rows was said.
		[amounts('Data (MB)', '30'), { defaultAmount: 100 }, 'asked -'],
		[amounts('x', '1 GB'), { defaultAmount: 100 }, 'asked -'],
		[amounts('Data', '100'), { defaultAmount: 100 }, 'asked -'],
		[amounts('Data (MB)', '100', '200'), { defaultAmount: 100 }, 'asked -'],
		// It makes no difference.
		[amounts('Data (MB)', '100', '100'), { defaultAmount: 100 }, '-'],
		[amounts('Data (MB)', '', ''), { defaultAmount: 100 }, '-'],
		// Others may follow.
		[amounts('MB', ...Array.from({ length: 500 }, () => '1')), { defaultAmount: 1 }, 'asked -'],
		[amounts('GB validity (days)', '30'), { defaultAmount: 100 }, '-'],
		[amounts('Data plan (GB)', '30'), { defaultAmount: 100 }, '-'],
		[amounts('Data (MB)', '30'), { defaultAmount: 100, columns: { megabytes: 1 } }, '2'],
		[amounts('Data (MB)', '30'), { defaultAmount: 100, columns: { megabytes: undefined } }, '-'],
		[amounts('GB validity (days)', '30'), { columns: { megabytes: 1 } }, '2'],
	],
);

gives(
	'the column with countries',
	(name: string, cell: string) => {
		const { columns } = proposalOf([
			[name, 'Phone'],
			[cell, p],
		]).reading;
		return columns.country;
	},
	[
		// A calling code with its plus sign needs no name; 33 may be anything.
		['Code', '+33', 0],
		['Code', '33', undefined],
		['', '+41', 0],
		['Staat', 'FR', 0],
		['Prefix', '33', 0],
		// A title is no country, such as Mauritania.
		['Prefix', 'Mr', undefined],
		['Prefix', 'MR', 0],
		['Prefix', 'Afghanistan', 0],
	],
);

const phoneOf = (...names: string[]) =>
	columnOf(
		'phone',
		[names, names.map((_, at) => `+3361234567${at}`), names.map((_, at) => `+3361234568${at}`)],
		{ defaultAmount: 5 },
	);

test.each(
	`Phone|phone|Phone number|Phone no.|Customer phone|Customer's phone no. 1|Mobile|Mobile number|Mobile No|MSISDN|GSM|Cell|Cell phone|WhatsApp
	Phone 1 - Value|Contact number|Subscriber|Private phone|Personal mobile|Telefon|Tel.|Telefonnummer|Handy|Handynummer|Handy-Nr.|Mobilnummer
	Kunden-Telefon|Kundenhandynummer|Rufnummer|Natel|Téléphone|Téléphone portable|N° de téléphone|Portable|Numéro de mobile|Teléfono|Móvil
	Celular|Teléfono móvil|Número de celular|Telemóvel|Telefone celular|Cellulare|Numero di telefono|Telefono cellulare|Telefoonnummer
	Mobiel nummer|Telefon komórkowy klienta|Numer telefonu|Broj telefona|Broj mobilnog telefona|Mobitel|Мобилни телефон|Telefon mobil
	Telefonszám|Mobilszám|Mobilní telefon|Cep Telefonu|Telefon numarası|رقم الجوال|رقم الهاتف|Namba ya simu`
		.split(/[|\n]/)
		.map((name) => name.trim()),
)('%j is the column with phone numbers, and is proposed before others', (name) => {
	expect(phoneOf(name)).toBe('1');
	expect(phoneOf('x', name)).toBe('asked 2');
	expect(phoneOf('Customer', name)).toBe('asked 2');
	expect(phoneOf('', name)).toBe('asked 2');
	expect(phoneOf('Store phone', name)).toBe('asked 2');
});

gives(
	'the column with phone numbers',
	(rows: Cell[][], declared: Partial<Reading>) =>
		columnOf('phone', rows, { defaultAmount: 5, ...declared }),
	[
		// The cells decide: other columns have digits, too, and barcodes are as long.
		[
			[
				['Mobile plan', 'x'],
				['Gold', p],
				['Silver', q],
			],
			{},
			'asked -',
		],
		[
			[
				['Mobile plan', 'Phone'],
				['Gold', p],
				['Silver', q],
			],
			{},
			'2',
		],
		[
			[
				['Mobile', 'Kontakt'],
				['yes', p],
				['no', q],
			],
			{},
			'asked -',
		],
		[
			[
				['Phone', 'ID'],
				[p, '10234567890'],
				[q, '10234567891'],
			],
			{},
			'1',
		],
		[
			[
				['Phone', 'Account number'],
				[p, '0012345678'],
				[q, '0012345679'],
			],
			{},
			'1',
		],
		[
			[
				['Phone', 'IP'],
				[p, '192.168.100.200'],
				[q, '192.168.100.201'],
			],
			{},
			'1',
		],
		[
			[
				['Phone', 'SSN'],
				[p, '123-45-6789'],
				[q, '123-45-6780'],
			],
			{},
			'1',
		],
		[
			[
				['Phone', 'Opted in'],
				[p, '2026-11-05 10:11:12'],
				[q, '2026-11-06 10:11:12'],
			],
			{},
			'1',
		],
		// Numbers in the form of a country that isn't declared.
		[
			[
				['Phone', 'Recipient'],
				[`+${p}`, '06 12 34 56 78'],
				[`+${q}`, '0612345679'],
			],
			{},
			'asked 1',
		],
		[
			[
				['Phone', 'x'],
				[`+${p}`, '(202) 555-0123'],
				[`+${q}`, '202-555-0124'],
			],
			{},
			'asked 1',
		],
		[
			[
				['Phone', 'x'],
				[p, '612345680'],
				[q, '612345681'],
			],
			{ country: 'FR' },
			'asked 1',
		],
		// Somebody else's number beside one's own, which can't be read; an empty column is no number.
		[
			[
				['TELEFON NUMARASI', 'Danışman telefonu'],
				['+33612****78', `+${p}`],
				['+33612****79', `+${q}`],
			],
			{},
			'asked -',
		],
		[
			[
				['Phone', 'Consultant tel'],
				['', `+${p}`],
				['', `+${q}`],
			],
			{},
			'asked -',
		],
		// Nobody knows which of them is used.
		...['New number if changed', 'Corrected phone', 'Neue Handynummer', 'Opt-out MSISDN'].map(
			(name): [Cell[][], object, string] => [
				[
					['Phone', name],
					[p, q],
					[q, ''],
				],
				{},
				'asked -',
			],
		),
		// One note with a number is no column of them.
		[
			[['Phone', 'Note'], ...Array.from({ length: 20 }, (_, n) => [p, n === 5 ? `+${q}` : ''])],
			{},
			'1',
		],
		[
			[
				['Phone', 'Phone'],
				[p, q],
			],
			{},
			'asked -',
		],
		[
			[
				['Store phone', 'Recipient'],
				[p, q],
			],
			{ columns: { phone: 1 } },
			'2',
		],
		[
			[
				['Store phone', 'Recipient'],
				[p, q],
			],
			{ columns: { phone: 0 } },
			'1',
		],
	],
);

test.each(
	`Store phone|Store|Shop mobile|Shop number|Sales rep phone|Sales rep mobile|Office phone|Office number|Fax|Fax number|Mobile fax|Old phone
	Old mobile number|Previous phone|Former number|Home phone|Work phone|Work mobile|Business phone|Company phone|Emergency phone|Emergency contact
	Emergency contact number|Agent phone|Agent mobile|Branch phone|Branch contact|Dealer mobile|Reseller phone|Manager phone|Landline
	Alternate phone|Alt phone|Secondary mobile|Other phone|Backup phone|Referrer mobile|Supervisor cell|Driver phone|Support hotline
	Bürotelefon|Büro|Telefon geschäftlich|Firmenhandy|Diensthandy|Tel. dienstl.|Filialtelefon|Faxnummer|Alte Handynummer|Notfallnummer
	Händler-Telefon|Festnetz|Téléphone bureau|Téléphone magasin|Ancien mobile|Téléphone fixe|Télécopie|Contact d'urgence|Teléfono de la tienda
	Teléfono oficina|Móvil antiguo|Teléfono fijo|Telefone da loja|Celular antigo|Telefone comercial da empresa|Telefono ufficio|Telefono negozio
	Vecchio cellulare|Telefoon winkel|Oud mobiel nummer|Telefon służbowy|Telefon sklepu|Stary telefon|Telefon prodavnice|Stari broj telefona
	Telefon magazin|Telefon birou|Irodai telefon|Régi mobilszám|Telefon do kanceláře|Starý mobil|Ofis telefonu|Eski cep telefonu|هاتف المكتب
	Simu ya ofisi|Guardian mobile|Parent MSISDN|Spouse phone|Next of kin phone|Nominee mobile|Teacher mobile|Technician phone|Vendor mobile
	Reports to phone|Blocked phone|Invalid mobile|Ported-out MSISDN|Temporary MSISDN|Phone (do not use)|Telefon Ansprechpartner|Handy Eltern
	Téléphone du conjoint|Téléphone du gérant|Celular do responsável|Celular del tutor|Cellulare del genitore|Telefon opiekuna|Telefon roditelja
	Veli telefonu|Szülő telefonszáma|Telefoon ouders|Telefon rodiče|Telefon părinte|هاتف ولي الأمر|Simu ya mzazi`
		.split(/[|\n]/)
		.map((name) => name.trim()),
)('%j is never proposed', (name) => {
	expect(phoneOf(name)).toBe('asked -');
	expect(phoneOf(name, 'x')).toBe('asked -');
	expect(phoneOf(name, 'Recipient')).toBe('asked -');
});
