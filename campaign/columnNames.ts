import type { Field } from './columns';

/**
 * Names of columns by language (ISO 639; `sh` is Bosnian, Croatian and Serbian), with a comma between them. Case, spaces,
 * accents and punctuation make no difference.
 */
export type NamesByLanguage = Record<string, string>;

/**
 * How systems and people name a column, by field and language. Within a language
 * the best name comes first: of a first, a last and a full name the full one. A column with one of these names is taken
 * for the field when its cells can be that. Words for a quantity of anything aren't among those of amounts: in an order
 * they count pieces.
 */
export const namesOfColumns: Record<Exclude<Field, 'phone'>, NamesByLanguage> = {
	megabytes: {
		en: 'data, mobile data, data volume, data amount, data allowance, data package, data plan, data gift, gift, bundle, data bundle, allowance, quota, megabytes to give, volume, amount',
		fr: 'forfait, données mobiles, volume de données, données, quantité de données, cadeau, data',
		de: 'Datenvolumen, mobile Daten, Datenmenge, Volumen, Datenpaket, Datenguthaben, Freivolumen, Geschenk',
		es: 'datos, datos móviles, franquicia, bono de datos, bono, paquete de datos, paquete, cantidad de datos, regalo',
		pt: 'franquia, dados, dados móveis, pacote de dados, pacote, bônus de dados, bônus, volume de dados, oferta',
		it: 'dati, dati mobili, traffico dati, traffico, pacchetto dati, pacchetto, bonus dati, regalo',
		nl: 'databundel, mobiele data, bundel, datategoed, tegoed, cadeau',
		pl: 'pakiet danych, dane mobilne, pakiet, dane, transfer, limit danych, ilość danych, prezent',
		sh: 'podaci, mobilni podaci, мобилни подаци, paket, paket podataka, internet, poklon, подаци, пакет, поклон',
		ro: 'date mobile, pachet de date, pachet, trafic de date, trafic, cadou',
		hu: 'adat, mobiladat, adatkeret, adatmennyiség, adatcsomag, csomag, ajándék',
		cs: 'data, mobilní data, objem dat, datový balíček, balíček, dárek',
		tr: 'veri, mobil veri, veri miktarı, paket, internet paketi, kota, hediye',
		ar: 'البيانات, باقة, الباقة, حجم البيانات, حجم الباقة, هدية',
		sw: 'data, kifurushi, bando, zawadi',
	},
	country: {
		en: 'calling code, dial code, dialing code, phone country code, country code, phone country, phone number region, prefix, ISD code, CC, country code billing, billing country, country',
		fr: 'indicatif, indicatif pays, indicatif téléphonique, préfixe, code pays, pays',
		de: 'Ländervorwahl, Landesvorwahl, Länderkennzahl, Ländercode, Land',
		es: 'prefijo, prefijo país, indicativo, lada país, código de país, código país, país',
		pt: 'indicativo, DDI, código do país, código país, país',
		it: 'prefisso, prefisso internazionale, codice paese, paese, nazione',
		nl: 'landnummer, landcode, land',
		pl: 'kierunkowy, numer kierunkowy, prefiks, kod kraju, kraj',
		sh: 'pozivni broj, pozivni, pozivni broj zemlje, kod zemlje, zemlja, država, позивни број, земља, држава',
		ro: 'prefix, prefix țară, cod țară, țară',
		hu: 'országhívó, országhívó szám, előhívó, országkód, ország',
		cs: 'předvolba, předvolba země, kód země, země, stát',
		tr: 'ülke kodu, ülke',
		ar: 'مفتاح الدولة, رمز الدولة, كود الدولة, الدولة, البلد',
		sw: 'msimbo wa nchi, kodi ya nchi, nchi',
	},
	area: {
		en: 'area code, city code, STD code, local prefix',
		fr: 'indicatif régional',
		de: 'Vorwahl, Ortsvorwahl, Vorwahlnummer',
		es: 'código de área, clave lada, lada',
		pt: 'DDD, código de área',
		nl: 'netnummer, kengetal',
		hu: 'körzetszám',
		tr: 'alan kodu',
		ar: 'رمز المنطقة',
	},
	customer: {
		en: 'customer ID, customer number, customer no, client ID, client number, account ID, account number, member ID, subscriber ID, contact ID, external ID, customer, client, account',
		fr: 'numéro client, n° client, no client, identifiant client, code client, référence client, client',
		de: 'Kundennummer, Kundennr, Kunden-ID, Kd.-Nr., Mitgliedsnummer, Vertragsnummer, Kunde',
		es: 'número de cliente, nº de cliente, código de cliente, id de cliente, id cliente, cliente',
		pt: 'código do cliente, número do cliente, id do cliente, id cliente, cliente',
		it: 'codice cliente, numero cliente, id cliente, cliente',
		nl: 'klantnummer, klantnr, klant-id, klant, relatienummer',
		pl: 'numer klienta, nr klienta, id klienta, klient',
		sh: 'broj klijenta, broj kupca, šifra kupca, šifra klijenta, id klijenta, klijent, kupac, korisnik, број купца, шифра купца, купац, корисник',
		ro: 'cod client, număr client, nr client, id client, client',
		hu: 'ügyfélszám, ügyfélazonosító, ügyfélkód, vevőkód, ügyfél, vevő',
		cs: 'číslo zákazníka, id zákazníka, kód zákazníka, zákazník',
		tr: 'müşteri no, müşteri numarası, müşteri kodu, müşteri',
		ar: 'رقم العميل, رقم الزبون, العميل, الزبون',
		sw: 'namba ya mteja, nambari ya mteja, mteja',
	},
	name: {
		en: 'full name, name, customer name, contact name, display name, first name, given name, last name, family name, surname',
		fr: 'nom complet, nom et prénom, prénom et nom, nom du client, nom, prénom, nom de famille',
		de: 'vollständiger Name, Vor- und Nachname, Kundenname, Name, Vorname, Nachname',
		es: 'nombre completo, nombre del cliente, nombre cliente, nombre y apellidos, nombre y apellido, nombre, apellidos, apellido',
		pt: 'nome completo, nome do cliente, nome, sobrenome, apelido',
		it: 'nome completo, nome e cognome, nominativo, nome, cognome',
		nl: 'volledige naam, naam, klantnaam, voornaam, achternaam',
		pl: 'imię i nazwisko, nazwa, imię, nazwisko',
		sh: 'ime i prezime, puno ime, ime, prezime, naziv, име и презиме, име, презиме',
		ro: 'nume complet, nume și prenume, nume, prenume',
		hu: 'teljes név, név, ügyfél neve, vezetéknév, keresztnév, utónév',
		cs: 'jméno a příjmení, celé jméno, jméno, příjmení',
		tr: 'ad soyad, adı soyadı, isim soyisim, isim, ad, adı, soyad, soyadı',
		ar: 'الاسم الكامل, الاسم, اسم العميل, الاسم الأول, اسم العائلة',
		sw: 'jina kamili, jina, jina la kwanza, jina la mwisho',
	},
	operator: {
		en: 'operator code, operator, mobile operator, carrier, network, network operator',
		fr: 'opérateur, réseau',
		de: 'Betreiber, Netzbetreiber, Mobilfunkanbieter, Netz',
		es: 'operador, operadora, compañía telefónica',
		pt: 'operadora, operador',
		it: 'operatore, gestore',
		nl: 'provider, netwerk',
		pl: 'sieć',
		sh: 'operater, mreža, оператер, мрежа',
		ro: 'operator, rețea',
		hu: 'szolgáltató, operátor',
		cs: 'operátor, síť',
		tr: 'operatör, şebeke',
		ar: 'المشغل, الشبكة',
		sw: 'mtandao',
	},
	zone: {
		en: 'time zone',
		fr: 'fuseau horaire',
		de: 'Zeitzone',
		es: 'zona horaria, huso horario',
		pt: 'fuso horário',
		it: 'fuso orario',
		nl: 'tijdzone',
		pl: 'strefa czasowa',
		sh: 'vremenska zona, временска зона',
		ro: 'fus orar',
		hu: 'időzóna',
		cs: 'časové pásmo',
		tr: 'saat dilimi, zaman dilimi',
		ar: 'المنطقة الزمنية',
		sw: 'saa za eneo, majira',
	},
};

/**
 * Words that make a column one of phone numbers, wherever they stand in its name: `Mobile Phone Number`, `Telefon komórkowy
 * klienta`, `Phone 1 - Value`. Those of mobile numbers go before the others.
 */
export const phoneWords: Record<'mobile' | 'phone', NamesByLanguage> = {
	mobile: {
		en: 'mobile, cell, cellphone, cellular, msisdn, gsm, mob, whatsapp, sms, smartphone',
		fr: 'portable, mobile',
		de: 'Handy, mobil, Mobilfunk, Natel',
		es: 'móvil, celular',
		pt: 'celular, telemóvel, móvel',
		it: 'cellulare, telefonino',
		nl: 'mobiel, mobiele, gsm',
		pl: 'komórka, komórkowy, kom',
		sh: 'mobilni, mobitel, mob, мобилни, моб',
		ro: 'mobil, celular',
		hu: 'mobil, mobilszám',
		cs: 'mobil, mobilní',
		tr: 'cep, gsm, mobil',
		ar: 'جوال, الجوال, موبايل, محمول, المحمول, نقال, خلوي',
		sw: 'simu ya mkononi, rununu',
	},
	phone: {
		en: 'phone, telephone, tel, contact number, contact no, subscriber, phones',
		fr: 'téléphone, tél, numéro de tél',
		de: 'Telefon, Tel, Rufnummer',
		es: 'teléfono, tel, tfno, tlf, fono',
		pt: 'telefone, tel, fone, contato',
		it: 'telefono, tel, recapito',
		nl: 'telefoon, tel, telnr',
		pl: 'telefon, tel, numer telefonu, nr tel',
		sh: 'telefon, tel, broj telefona, телефон, тел',
		ro: 'telefon, tel',
		hu: 'telefon, tel, telefonszám',
		cs: 'telefon, tel',
		tr: 'telefon, tel',
		ar: 'هاتف, الهاتف, تليفون, رقم الهاتف',
		sw: 'simu, namba ya simu, nambari ya simu',
	},
};

/**
 * Words of amounts of data that were used or are left, and of sizes: no gift. One of five letters or more is the beginning
 * of a word.
 */
export const notGiven: NamesByLanguage = {
	en: 'used, usage, left, remaining, balance, consumed, consumption, storage, ram, memory, speed, current',
	fr: 'utilis, consomm, restant, reste, solde, stockage, mémoire',
	de: 'verbrauch, Rest, Restvolumen, übrig, verbleibend, Speicher, aktuell, genutzt',
	es: 'usado, usados, consum, restante, saldo, memoria',
	pt: 'usado, usados, utilizado, consum, restante, saldo, memória',
	it: 'usato, usati, utilizzat, consum, residu, memoria',
	nl: 'verbruik, gebruikt, resterend, saldo, opslag',
	pl: 'wykorzyst, zużyc, zużyt, pozosta, pamięć',
	sh: 'potroš, preostal, stanje, memorija, потрош, преостал',
	ro: 'folosit, consum, rămas, memorie',
	hu: 'felhasznált, fogyaszt, maradék, hátralévő, tárhely',
	cs: 'využit, spotřeb, zbýva, paměť',
	tr: 'kullanılan, kalan, kullanım, hafıza',
	ar: 'المستخدم, المتبقي, الاستهلاك',
	sw: 'iliyotumika, iliyobaki, salio',
};
