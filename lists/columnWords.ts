import type { NamesByLanguage } from './columnNames';

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

/** Words beside those of phones that leave it the customer's own number: `Customer's phone no. 1`. */
export const phoneFillers: NamesByLanguage = {
	en: 'number, numbers, no, nr, num, nbr, value, customer, client, user, member, contact, private, personal, primary, main, s, whats, app',
	fr: 'numéro, n°, de, du, client, contact, principal, personnel',
	de: 'Nummer, Nr, Kunde, Kunden, Kontakt, privat, persönlich',
	es: 'número, núm, de, del, cliente, contacto, principal, personal',
	pt: 'número, núm, do, de, cliente, contato, principal, pessoal',
	it: 'numero, di, del, cliente, contatto, principale, personale',
	nl: 'nummer, nr, van, klant, contact, privé',
	pl: 'numer, nr, klienta, kontakt',
	sh: 'broj, kupca, klijenta, korisnika, kontakt, број, купца, корисника',
	ro: 'număr, numărul, nr, de, client, contact',
	hu: 'szám, száma, ügyfél, kapcsolat',
	cs: 'číslo, zákazníka, kontakt',
	tr: 'no, numara, numarası, müşteri, telefonu',
	ar: 'رقم, العميل, الزبون',
	sw: 'namba, nambari, ya, mteja',
};

/** Words beside those of amounts that leave it what a customer is to get: `Volume in GB`, `Bundle size (MB)`, `GB omaggio`. */
export const amountFillers: NamesByLanguage = {
	en: 'in, of, size, offer, bonus, reward, present',
	fr: 'en, de, bonus, cadeau, offert, offerts, offertes',
	de: 'in, Bonus, gratis, Gutschein',
	es: 'en, de, bonus, promoción',
	pt: 'em, de, bônus, promoção',
	it: 'in, di, bonus, omaggio',
	nl: 'in, bonus, gratis',
	pl: 'w, bonus, prezentowe',
	sh: 'u, bonus, у, бонус',
	ro: 'în, de, bonus',
	hu: 'bónusz',
	cs: 'v, bonus, dat',
	tr: 'bonus',
	ar: 'مكافأة',
	sw: 'ya, bonasi',
};

/** Words between two units. */
export const orWords: NamesByLanguage = {
	all: 'or, ou, oder, o, of, lub, ili, или, sau, vagy, nebo, veya, أو, au',
};

/**
 * Words that make a column something else than the customer's own number or the amount to give: what was used or is left,
 * prices, times and contracts, and the numbers of other people. One of five letters or more is the beginning of a word.
 */
export const otherWords: NamesByLanguage = {
	en: 'used, usage, left, remain, balance, consumed, consumption, storage, ram, memory, speed, current, valid, expir, days, day, date, month, months, price, cost, costs, fee, per, paid, spent, rate, plan, plans, tariff, contract, already, last, previous, former, cap, limit, threshold, max, maximum, min, id, ids, old, fax, store, stores, shop, shops, sales, sold, seller, rep, reps, office, home, work, business, company, corporate, employer, emergency, agent, branch, dealer, reseller, retail, manager, owner, sponsor, referr, support, hotline, landline, alternat, alt, secondary, other, backup, partner, driver, courier, sender, supervisor',
	fr: 'utilis, consomm, restant, reste, solde, stockage, mémoire, validité, jours, mois, prix, coût, tarif, abonnement, contrat, déjà, dernier, dernière, précédent, plafond, limite, ancien, magasin, boutique, vendeur, commercial, bureau, domicile, travail, professionnel, pro, urgence, agence, fixe, secondaire, autre, parrain, fax, télécopie',
	de: 'verbrauch, Rest, restlich, Restvolumen, übrig, verbleibend, Speicher, aktuell, genutzt, gültig, Laufzeit, Tage, Monat, Preis, Kosten, Gebühr, pro, Tarif, Vertrag, bereits, letzte, bisher, Limit, Grenze, alt, alte, alter, frühere, Laden, Geschäft, Filial, Vertrieb, Verkäufer, Berater, Büro, Bürotelefon, Firma, Firmen, Arbeit, dienst, beruflich, geschäftlich, Notfall, Händler, Vermittler, Festnetz, Ersatz, zweit, Fax, Faxnummer, Telefax',
	es: 'usado, usados, consum, restante, saldo, memoria, validez, vigencia, días, mes, precio, coste, costo, por, plan, tarifa, contrato, último, última, anterior, límite, tope, antiguo, tienda, vendedor, oficina, trabajo, casa, empresa, emergencia, agente, sucursal, fijo, fax, otro, secundario',
	pt: 'usado, usados, utilizado, consum, restante, saldo, memória, validade, dias, mês, preço, custos, por, plano, tarifa, contrato, último, última, anterior, limite, antigo, loja, vendedor, escritório, trabalho, casa, empresa, emergência, agente, filial, fixo, fax, outro',
	it: 'usato, usati, utilizzat, consum, residu, memoria, validità, giorni, mese, prezzo, costo, tariff, piano, contratto, ultimo, ultima, precedente, limite, vecchio, negozio, venditore, ufficio, lavoro, casa, azienda, emergenza, agente, filiale, fisso, fax, altro',
	nl: 'verbruik, gebruikt, resterend, saldo, opslag, geldig, dagen, maand, prijs, kosten, tarief, contract, laatste, vorige, limiet, oud, oude, winkel, verkoper, kantoor, werk, thuis, zakelijk, bedrijf, noodgeval, filiaal, vaste, vast, fax',
	pl: 'wykorzyst, zużyc, zużyt, pozosta, pamięć, ważno, ważne, dni, miesiąc, cena, koszt, taryfa, umowa, ostatni, poprzedni, limit, stary, sklep, sprzedawc, biuro, praca, służbowy, domowy, firma, firmowy, awaryjny, oddział, stacjonarny, faks, fax, inny',
	sh: 'potroš, preostal, stanje, memorija, важи, vrijedi, važi, dana, mjesec, mesec, cijena, cena, tarifa, ugovor, zadnji, poslednj, limit, stari, prodavnic, trgovin, prodaj, ured, kancelarij, posao, poslovn, kućni, firma, hitni, poslovnic, fiksni, faks, fax, потрош, преостал, цена, тарифа, стари, продавниц, канцелариј, фиксни, факс',
	ro: 'folosit, consum, rămas, memorie, valabil, zile, lună, preț, cost, tarif, contract, ultim, anterior, limit, vechi, magazin, vânzător, birou, serviciu, acasă, firmă, urgență, agent, sucursal, fix, fax',
	hu: 'felhasznált, fogyaszt, maradék, hátralévő, tárhely, érvényes, nap, hónap, díj, tarifa, szerződés, utolsó, előző, limit, régi, bolt, üzlet, eladó, iroda, irodai, munkahely, otthoni, céges, vészhelyzet, fiók, vezetékes, fax',
	cs: 'využit, spotřeb, zbýva, paměť, platnost, dní, měsíc, cena, tarif, smlouva, poslední, předchozí, limit, starý, obchod, prodejn, prodejc, kancelář, práce, pracovní, domů, firma, firemní, nouzov, poboč, pevná, fax',
	tr: 'kullanılan, kalan, kullanım, hafıza, geçerli, gün, süre, fiyat, ücret, tarife, sözleşme, önceki, limit, eski, mağaza, dükkan, satış, ofis, işyeri, şirket, acil, şube, bayi, sabit, faks',
	ar: 'المستخدم, المتبقي, الاستهلاك, صلاحية, السعر, سعر, أيام, مكتب, المكتب, متجر, المتجر, المنزل, العمل, فاكس, الطوارئ, القديم, الفرع',
	sw: 'iliyotumika, iliyobaki, salio, siku, bei, gharama, ofisi, duka, nyumbani, kazi, dharura, wakala, tawi, zamani',
};
