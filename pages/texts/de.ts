import type { Texts } from './en';

/** German, with “Sie”. */
export const de: Texts = {
	'page.phone': 'Ihre Handynummer mit Ländervorwahl',
	'page.seller': 'Anbieter',
	'page.support': 'Hilfe',
	'page.reference': 'Wenn Sie Hilfe brauchen, nennen Sie bitte diese Nummer: {number}',
	'page.tooMany.title': 'Zu viele Anfragen',

	'offer.day': '{price} pro Tag',
	'offer.week': '{price} pro Woche',
	'offer.month': '{price} pro Monat',
	'offer.year': '{price} pro Jahr',
	'offer.price': 'Preis inkl. MwSt.',
	'offer.charged': 'Abrechnung',
	'offer.charged.day': 'täglich bis zur Kündigung, über Ihre Handyrechnung',
	'offer.charged.week': 'wöchentlich bis zur Kündigung, über Ihre Handyrechnung',
	'offer.charged.month': 'monatlich bis zur Kündigung, über Ihre Handyrechnung',
	'offer.charged.year': 'jährlich bis zur Kündigung, über Ihre Handyrechnung',
	'offer.cancellation': 'Kündigung',
	'offer.cancel': 'Jederzeit kündigen',

	'sell.form.title': '{name} abonnieren',
	'sell.form.text':
		'Geben Sie Ihre Nummer ein. Ihr Mobilfunkanbieter bittet Sie dann um eine Bestätigung.',
	'sell.countries': 'Für Handynummern aus: {countries}.',
	'sell.order': 'Zahlungspflichtig abonnieren',
	'sell.pin.title': 'Sie haben eine SMS erhalten',
	'sell.pin.text': 'Geben Sie die PIN aus der SMS ein. Damit abonnieren Sie {name} für {terms}.',
	'sell.pin.label': 'PIN',
	'sell.invalidPin.title': 'Falsche PIN',
	'sell.invalidPin.text':
		'Sehen Sie in der SMS nach und geben Sie die PIN noch einmal ein. Verbleibende Versuche:\u00a0{count}',
	'sell.wrongFormat.title': 'Das ist keine PIN',
	'sell.wrongFormat.text':
		'Eine PIN besteht nur aus Buchstaben und Ziffern. Dieser Versuch wurde nicht gezählt.',
	'sell.attemptsExceeded.title': 'Dreimal die falsche PIN',
	'sell.attemptsExceeded.text':
		'Es wurde nichts abgebucht. Beginnen Sie von vorn, um eine neue PIN zu erhalten.',
	'sell.again': 'Von vorn beginnen',
	'sell.premium.title': 'Bestätigen Sie per SMS',
	'sell.premium.text': 'Senden Sie {text} an {number}.',
	'sell.handshake.title': 'Bestätigen Sie auf Ihrem Handy',
	'sell.handshake.text': 'Antworten Sie auf die SMS Ihres Mobilfunkanbieters.',
	'sell.afterwards': 'Danach kann es eine Minute dauern, bis Sie Zugang haben.',
	'sell.content': 'Weiter zu {name}',
	'sell.charged.title': 'Ihr Abo ist aktiv',
	'sell.charged.text': 'Ihr Abo hat begonnen: {terms}, über Ihre Handyrechnung.',
	'sell.existingSubscription.title': 'Sie haben das Abo bereits',
	'sell.existingSubscription.text': 'Es wurde nichts abgebucht.',
	'sell.accepted.title': 'Warten auf Ihren Mobilfunkanbieter',
	'sell.accepted.text':
		'Ihre PIN war richtig. Ihr Mobilfunkanbieter hat die Zahlung noch nicht bestätigt. Bitte kaufen Sie nicht noch einmal: Sie erhalten Zugang, sobald die Bestätigung da ist.',
	'sell.notCharged.title': 'Es wurde nichts abgebucht',
	'sell.notCharged.text':
		'Ihr Mobilfunkanbieter konnte den Betrag nicht über Ihre Handyrechnung abrechnen. Oft reicht das Guthaben nicht aus, oder solche Käufe sind gesperrt. Fragen Sie Ihren Mobilfunkanbieter.',
	'sell.dailyLimit.text':
		'Sie haben das Tageslimit Ihres Mobilfunkanbieters erreicht. Versuchen Sie es morgen wieder.',
	'sell.monthlyLimit.text':
		'Sie haben das Monatslimit Ihres Mobilfunkanbieters erreicht. Versuchen Sie es nächsten Monat wieder.',
	'sell.unknown.title': 'Wir wissen noch nicht, ob der Kauf geklappt hat',
	'sell.unknown.text':
		'Der Zahlungsdienst hat keine eindeutige Antwort gegeben. Möglicherweise wird der Betrag abgebucht. Bitte kaufen Sie jetzt nicht noch einmal. Wenn Ihr Mobilfunkanbieter das Abo per SMS bestätigt, hat es begonnen.',
	'sell.wrongNumber.title': 'Diese Nummer funktioniert nicht',
	'sell.wrongNumber.text':
		'Es wurde nichts abgebucht. Prüfen Sie die Nummer und beginnen Sie mit der Ländervorwahl.',
	'sell.otherCountry.title': 'Für diese Nummer nicht erhältlich',
	'sell.otherCountry.text':
		'Es wurde nichts abgebucht. {name} gibt es nur für Nummern aus: {countries}.',
	'sell.unknownNumber.text':
		'Es wurde nichts abgebucht. Die Mobilfunkanbieter, mit denen wir arbeiten, kennen diese Nummer nicht. Prüfen Sie Ihre Eingabe.',
	'sell.notStarted.title': 'Das hat nicht geklappt',
	'sell.notStarted.text':
		'Der Zahlungsdienst ist zurzeit nicht erreichbar. Es wurde keine Zahlung gestartet. Versuchen Sie es später wieder.',
	'sell.refused.text':
		'Der Zahlungsdienst hat diesen Kauf nicht angenommen. Es wurde keine Zahlung gestartet. Versuchen Sie es später wieder.',
	'sell.tooMany.text': 'Es wurde keine Zahlung gestartet. Versuchen Sie es in einer Stunde wieder.',

	'cancel.form.title': '{name} kündigen',
	'cancel.form.text':
		'Damit beenden Sie Ihr Abo. Was Sie bereits bezahlt haben, können Sie bis zum Ende des bezahlten Zeitraums nutzen.',
	'cancel.button': 'Abo kündigen',
	'cancel.canceled.title': 'Ihr Abo endet',
	'cancel.canceled.text':
		'Es verlängert sich nicht mehr. Was Sie bereits bezahlt haben, können Sie bis zum Ende des bezahlten Zeitraums nutzen.',
	'cancel.alreadyBeingCanceled.title': 'Ihre Kündigung wird bearbeitet',
	'cancel.alreadyBeingCanceled.text': 'Sie müssen nichts weiter tun.',
	'cancel.noSuchSubscription.title': 'Kein Abo gefunden',
	'cancel.noSuchSubscription.text':
		'Wir haben zu dieser Nummer kein aktives Abo gefunden. Wenn Sie schon gekündigt haben, müssen Sie nichts weiter tun. Sonst prüfen Sie die Nummer und beginnen Sie mit der Ländervorwahl.',
	'cancel.unknown.title': 'Wir wissen noch nicht, ob die Kündigung geklappt hat',
	'cancel.unknown.text':
		'Der Zahlungsdienst hat keine eindeutige Antwort gegeben. Wenn Ihr Mobilfunkanbieter die Kündigung per SMS bestätigt, war sie erfolgreich. Sonst kündigen Sie morgen noch einmal.',
	'cancel.notCanceled.title': 'Das hat nicht geklappt',
	'cancel.notCanceled.text':
		'Der Zahlungsdienst hat die Kündigung nicht angenommen oder ist nicht erreichbar. Ihr Abo läuft weiter. Versuchen Sie es später wieder.',
	'cancel.wrongNumber.title': 'Das ist keine Telefonnummer',
	'cancel.wrongNumber.text': 'Prüfen Sie Ihre Eingabe und beginnen Sie mit der Ländervorwahl.',
	'cancel.tooMany.text':
		'Es wurde nichts gekündigt. Versuchen Sie es in einer Stunde wieder oder fragen Sie Ihren Mobilfunkanbieter.',

	'guard.noSubscription.title': '{name} gibt es nur im Abo',
	'guard.noSubscription.text': 'Mit einem Abo erhalten Sie Zugang.',
	'guard.canceled.text': 'Sie haben die Zahlung abgebrochen.',
	'guard.failed.text': 'Ihr Mobilfunkanbieter meldet, dass die Zahlung fehlgeschlagen ist.',
	'guard.subscribe': 'Für {terms} abonnieren',
	'guard.success.title': 'Ihre Zahlung ist noch nicht bestätigt',
	'guard.success.text':
		'Ihr Mobilfunkanbieter hat die Zahlung noch nicht bestätigt. Laden Sie diese Seite in einer Minute neu und kaufen Sie nicht noch einmal.',
	'guard.renewalPending.title': 'Ihre Verlängerung ist noch nicht bezahlt',
	'guard.renewalPending.text':
		'Ihr Abo läuft weiter, sobald Ihr Mobilfunkanbieter diesen Zeitraum abgerechnet hat. Sie müssen es nicht noch einmal abschließen: Prüfen Sie, ob Ihr Guthaben ausreicht, und kommen Sie später wieder.',
	'guard.active.title': 'Willkommen bei {name}',
	'guard.active.text': 'Ihr Abo ist aktiv.',
	'guard.alreadyPaid.text': 'Sie haben Ihr Abo gekündigt. Es verlängert sich nicht.',
	'guard.until.text': 'Sie haben Zugang bis zum {date}.',
	'guard.cancel': 'Abo kündigen',
	'guard.outage.title': 'Versuchen Sie es bald wieder',
	'guard.outage.text':
		'Wir können Ihr Abo zurzeit nicht prüfen. Kaufen Sie nicht noch einmal und laden Sie diese Seite in einer Minute neu.',
	'guard.notFound.title': 'Diese Seite gibt es nicht',
	'guard.notFound.text': 'Prüfen Sie die Adresse.',
	'guard.tooMany.text': 'Versuchen Sie es in einer Stunde wieder.',

	'return.success': 'Vielen Dank',
	'return.failed': 'Zahlung fehlgeschlagen',
	'return.canceled': 'Zahlung abgebrochen',
	'return.unknown': 'Ihre Zahlung wird geprüft',
	'return.other': 'Willkommen zurück',
	'return.close': 'Sie können diese Seite schließen.',
	'return.invalid': 'Dieser Link ist nicht mehr gültig. Beginnen Sie von vorn',
};
