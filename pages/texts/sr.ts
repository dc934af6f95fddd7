import type { Texts } from './en';

/** Serbian in Latin script, with “Vi”. */
export const sr: Texts = {
	'page.phone': 'Vaš broj mobilnog telefona, sa pozivnim brojem zemlje',
	'page.seller': 'Prodavac',
	'page.support': 'Pomoć',
	'page.reference': 'Ako tražite pomoć, navedite ovaj broj: {number}',
	'page.tooMany.title': 'Previše zahteva',

	'offer.day': '{price} dnevno',
	'offer.week': '{price} nedeljno',
	'offer.month': '{price} mesečno',
	'offer.year': '{price} godišnje',
	'offer.price': 'Cena sa porezom',
	'offer.charged': 'Naplata',
	'offer.charged.day': 'svakog dana do otkazivanja, preko telefonskog računa',
	'offer.charged.week': 'svake nedelje do otkazivanja, preko telefonskog računa',
	'offer.charged.month': 'svakog meseca do otkazivanja, preko telefonskog računa',
	'offer.charged.year': 'svake godine do otkazivanja, preko telefonskog računa',
	'offer.cancellation': 'Kako da otkažete',
	'offer.cancel': 'Otkažite u bilo kom trenutku',

	'sell.form.title': 'Pretplata na {name}',
	'sell.form.text': 'Unesite svoj broj. Operater će Vas zatim zamoliti za potvrdu.',
	'sell.countries': 'Za mobilne brojeve iz zemalja: {countries}.',
	'sell.order': 'Pretplatite se i platite',
	'sell.pin.title': 'Stigao Vam je SMS',
	'sell.pin.text': 'Unesite PIN iz poruke. Njime se pretplaćujete na {name} po ceni od {terms}.',
	'sell.pin.label': 'PIN',
	'sell.invalidPin.title': 'Pogrešan PIN',
	'sell.invalidPin.text': 'Proverite SMS i ponovo unesite PIN. Preostalo pokušaja:\u00a0{count}',
	'sell.wrongFormat.title': 'Ovo nije PIN',
	'sell.wrongFormat.text': 'PIN se sastoji samo od slova i cifara. Ovo se ne računa kao pokušaj.',
	'sell.attemptsExceeded.title': 'Tri pogrešna PIN-a',
	'sell.attemptsExceeded.text': 'Ništa nije naplaćeno. Počnite ponovo da biste dobili novi PIN.',
	'sell.again': 'Počnite ponovo',
	'sell.premium.title': 'Potvrdite SMS-om',
	'sell.premium.text': 'Pošaljite {text} na broj {number}.',
	'sell.handshake.title': 'Potvrdite na telefonu',
	'sell.handshake.text': 'Odgovorite na SMS od svog operatera.',
	'sell.afterwards': 'Posle toga može proći oko minut dok ne dobijete pristup.',
	'sell.content': 'Idite na {name}',
	'sell.charged.title': 'Pretplata je aktivna',
	'sell.charged.text': 'Vaša pretplata je počela: {terms}, preko telefonskog računa.',
	'sell.existingSubscription.title': 'Već imate pretplatu',
	'sell.existingSubscription.text': 'Ništa nije naplaćeno.',
	'sell.accepted.title': 'Čeka se potvrda operatera',
	'sell.accepted.text':
		'PIN je tačan. Operater još nije potvrdio plaćanje, zato nemojte kupovati ponovo. Pristup dobijate čim ga potvrdi.',
	'sell.notCharged.title': 'Ništa nije naplaćeno',
	'sell.notCharged.text':
		'Operater nije mogao da naplati ovaj iznos preko telefonskog računa. Razlog je često nedovoljan kredit ili blokirana kupovina: obratite se svom operateru.',
	'sell.dailyLimit.text': 'Dostigli ste dnevni limit kod svog operatera. Pokušajte ponovo sutra.',
	'sell.monthlyLimit.text':
		'Dostigli ste mesečni limit kod svog operatera. Pokušajte ponovo sledećeg meseca.',
	'sell.unknown.title': 'Još ne znamo da li je kupovina uspela',
	'sell.unknown.text':
		'Servis za plaćanje nije dao jasan odgovor, pa je moguće da će Vam iznos biti naplaćen. Nemojte sada kupovati ponovo. Ako operater potvrdi pretplatu SMS-om, to znači da je počela.',
	'sell.wrongNumber.title': 'Ovaj broj nije ispravan',
	'sell.wrongNumber.text':
		'Ništa nije naplaćeno. Proverite broj i unesite ga sa pozivnim brojem zemlje na početku.',
	'sell.otherCountry.title': 'Nije dostupno za ovaj broj',
	'sell.otherCountry.text':
		'Ništa nije naplaćeno. Usluga {name} je dostupna samo za brojeve iz zemalja: {countries}.',
	'sell.unknownNumber.text':
		'Ništa nije naplaćeno. Operateri sa kojima sarađujemo ne poznaju ovaj broj. Proverite ga.',
	'sell.notStarted.title': 'Nije uspelo',
	'sell.notStarted.text':
		'Servis za plaćanje trenutno nije dostupan. Plaćanje nije pokrenuto. Vratite se kasnije.',
	'sell.refused.text':
		'Servis za plaćanje nije prihvatio ovu kupovinu. Plaćanje nije pokrenuto. Vratite se kasnije.',
	'sell.tooMany.text': 'Plaćanje nije pokrenuto. Vratite se za sat vremena.',

	'cancel.form.title': 'Otkazivanje pretplate na {name}',
	'cancel.form.text':
		'Ovim otkazujete svoju pretplatu. Ono što ste platili ostaje Vam dostupno do isteka.',
	'cancel.button': 'Otkažite pretplatu',
	'cancel.canceled.title': 'Vaša pretplata se završava',
	'cancel.canceled.text': 'Neće se obnoviti. Ono što ste platili ostaje Vam dostupno do isteka.',
	'cancel.alreadyBeingCanceled.title': 'Otkazivanje je u toku',
	'cancel.alreadyBeingCanceled.text': 'Ne morate više ništa da radite.',
	'cancel.noSuchSubscription.title': 'Pretplata nije pronađena',
	'cancel.noSuchSubscription.text':
		'Za ovaj broj nismo pronašli aktivnu pretplatu. Ako ste je već otkazali, ne morate više ništa da radite. U suprotnom proverite broj i unesite ga sa pozivnim brojem zemlje na početku.',
	'cancel.unknown.title': 'Još ne znamo da li je otkazivanje uspelo',
	'cancel.unknown.text':
		'Servis za plaćanje nije dao jasan odgovor. Ako operater potvrdi otkazivanje SMS-om, ono je uspelo. U suprotnom otkažite ponovo sutra.',
	'cancel.notCanceled.title': 'Nije uspelo',
	'cancel.notCanceled.text':
		'Servis za plaćanje nije prihvatio otkazivanje ili nije dostupan. Vaša pretplata i dalje važi. Pokušajte ponovo kasnije.',
	'cancel.wrongNumber.title': 'Ovo nije broj telefona',
	'cancel.wrongNumber.text': 'Proverite ga i unesite sa pozivnim brojem zemlje na početku.',
	'cancel.tooMany.text':
		'Ništa nije otkazano. Vratite se za sat vremena ili se obratite svom operateru.',

	'guard.noSubscription.title': '{name} je samo za pretplatnike',
	'guard.noSubscription.text': 'Pretplatite se da biste dobili pristup.',
	'guard.canceled.text': 'Otkazali ste plaćanje.',
	'guard.failed.text': 'Operater javlja da plaćanje nije uspelo.',
	'guard.subscribe': 'Pretplatite se za {terms}',
	'guard.success.title': 'Plaćanje još nije potvrđeno',
	'guard.success.text':
		'Operater još nije potvrdio plaćanje. Osvežite ovu stranicu za minut i nemojte kupovati ponovo.',
	'guard.renewalPending.title': 'Obnova pretplate još nije plaćena',
	'guard.renewalPending.text':
		'Pretplata se nastavlja čim operater naplati ovaj period. Ne morate ponovo da se pretplatite: proverite da li imate dovoljno kredita i vratite se kasnije.',
	'guard.active.title': '{name}: dobro došli',
	'guard.active.text': 'Vaša pretplata je aktivna.',
	'guard.alreadyPaid.text': 'Otkazali ste pretplatu. Neće se obnoviti.',
	'guard.until.text': 'Imate pristup do {date}',
	'guard.cancel': 'Otkažite pretplatu',
	'guard.outage.title': 'Pokušajte ponovo malo kasnije',
	'guard.outage.text':
		'Trenutno ne možemo da proverimo Vašu pretplatu. Nemojte kupovati ponovo, već osvežite ovu stranicu za minut.',
	'guard.notFound.title': 'Ova stranica ne postoji',
	'guard.notFound.text': 'Proverite adresu.',
	'guard.tooMany.text': 'Vratite se za sat vremena.',

	'return.success': 'Hvala',
	'return.failed': 'Plaćanje nije uspelo',
	'return.canceled': 'Plaćanje je otkazano',
	'return.unknown': 'Vaše plaćanje se proverava',
	'return.other': 'Dobro došli ponovo',
	'return.close': 'Možete zatvoriti ovu stranicu.',
	'return.invalid': 'Ovaj link više ne važi. Počnite ponovo',
};
