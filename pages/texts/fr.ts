import type { Texts } from './en';

/** French, with “vous”. */
export const fr: Texts = {
	'page.phone': 'Votre numéro de mobile, avec l’indicatif du pays',
	'page.seller': 'Vendu par',
	'page.support': 'Aide',
	'page.reference': 'Si vous demandez de l’aide, indiquez ce numéro\u00a0: {number}',
	'page.tooMany.title': 'Trop de demandes',

	'offer.day': '{price} par jour',
	'offer.week': '{price} par semaine',
	'offer.month': '{price} par mois',
	'offer.year': '{price} par an',
	'offer.price': 'Prix TTC',
	'offer.charged': 'Facturation',
	'offer.charged.day': 'chaque jour jusqu’à résiliation, sur votre facture mobile',
	'offer.charged.week': 'chaque semaine jusqu’à résiliation, sur votre facture mobile',
	'offer.charged.month': 'chaque mois jusqu’à résiliation, sur votre facture mobile',
	'offer.charged.year': 'chaque année jusqu’à résiliation, sur votre facture mobile',
	'offer.cancellation': 'Résiliation',
	'offer.cancel': 'Résilier à tout moment',

	'sell.form.title': 'S’abonner à {name}',
	'sell.form.text': 'Saisissez votre numéro. Votre opérateur vous demandera ensuite de confirmer.',
	'sell.countries': 'Pour les numéros mobiles de\u00a0: {countries}.',
	'sell.order': 'S’abonner et payer',
	'sell.pin.title': 'Vous avez reçu un SMS',
	'sell.pin.text':
		'Saisissez le code PIN qu’il contient. Vous vous abonnez ainsi à {name} pour {terms}.',
	'sell.pin.label': 'Code PIN',
	'sell.invalidPin.title': 'Code PIN incorrect',
	'sell.invalidPin.text':
		'Vérifiez le SMS et saisissez à nouveau le code PIN. Essais restants\u00a0:\u00a0{count}',
	'sell.wrongFormat.title': 'Ceci n’est pas un code PIN',
	'sell.wrongFormat.text':
		'Un code PIN ne contient que des lettres et des chiffres. Cet essai n’a pas été décompté.',
	'sell.attemptsExceeded.title': 'Trois codes PIN incorrects',
	'sell.attemptsExceeded.text':
		'Rien n’a été débité. Recommencez pour recevoir un nouveau code PIN.',
	'sell.again': 'Recommencer',
	'sell.premium.title': 'Confirmez par SMS',
	'sell.premium.text': 'Envoyez {text} au {number}.',
	'sell.handshake.title': 'Confirmez sur votre téléphone',
	'sell.handshake.text': 'Répondez au SMS de votre opérateur.',
	'sell.afterwards': 'L’activation de l’accès peut ensuite prendre une minute.',
	'sell.content': 'Accéder à {name}',
	'sell.charged.title': 'Votre abonnement est actif',
	'sell.charged.text': 'Votre abonnement a commencé\u00a0: {terms}, sur votre facture mobile.',
	'sell.existingSubscription.title': 'Vous avez déjà un abonnement',
	'sell.existingSubscription.text': 'Rien n’a été débité.',
	'sell.accepted.title': 'En attente de votre opérateur',
	'sell.accepted.text':
		'Votre code PIN était correct. Votre opérateur n’a pas encore confirmé le paiement\u00a0: n’achetez pas une seconde fois. Vous obtiendrez l’accès dès qu’il l’aura confirmé.',
	'sell.notCharged.title': 'Rien n’a été débité',
	'sell.notCharged.text':
		'Votre opérateur n’a pas pu porter cet achat sur votre facture mobile. Souvent, le crédit est insuffisant ou les achats sont bloqués\u00a0: renseignez-vous auprès de votre opérateur.',
	'sell.dailyLimit.text':
		'Vous avez atteint le plafond journalier de votre opérateur. Réessayez demain.',
	'sell.monthlyLimit.text':
		'Vous avez atteint le plafond mensuel de votre opérateur. Réessayez le mois prochain.',
	'sell.unknown.title': 'Nous ne savons pas encore si l’achat a abouti',
	'sell.unknown.text':
		'Le service de paiement n’a pas donné de réponse claire\u00a0: il est possible que le montant vous soit débité. N’achetez pas à nouveau maintenant. Si votre opérateur confirme l’abonnement par SMS, c’est que celui-ci a commencé.',
	'sell.wrongNumber.title': 'Ce numéro ne convient pas',
	'sell.wrongNumber.text':
		'Rien n’a été débité. Vérifiez le numéro et commencez par l’indicatif du pays.',
	'sell.otherCountry.title': 'Pas disponible pour ce numéro',
	'sell.otherCountry.text':
		'Rien n’a été débité. {name} est réservé aux numéros de\u00a0: {countries}.',
	'sell.unknownNumber.text':
		'Rien n’a été débité. Nos opérateurs partenaires ne connaissent pas ce numéro. Vérifiez-le.',
	'sell.notStarted.title': 'L’achat n’a pas abouti',
	'sell.notStarted.text':
		'Le service de paiement est momentanément indisponible. Aucun paiement n’a été lancé. Revenez plus tard.',
	'sell.refused.text':
		'Le service de paiement n’a pas accepté cet achat. Aucun paiement n’a été lancé. Revenez plus tard.',
	'sell.tooMany.text': 'Aucun paiement n’a été lancé. Revenez dans une heure.',

	'cancel.form.title': 'Résilier {name}',
	'cancel.form.text':
		'Vous mettez ainsi fin à votre abonnement. Ce que vous avez déjà payé vous reste acquis jusqu’à la fin de la période payée.',
	'cancel.button': 'Résilier l’abonnement',
	'cancel.canceled.title': 'Votre abonnement prend fin',
	'cancel.canceled.text':
		'Il ne sera pas renouvelé. Ce que vous avez déjà payé vous reste acquis jusqu’à la fin de la période payée.',
	'cancel.alreadyBeingCanceled.title': 'Votre résiliation est en cours',
	'cancel.alreadyBeingCanceled.text': 'Vous n’avez plus rien à faire.',
	'cancel.noSuchSubscription.title': 'Aucun abonnement trouvé',
	'cancel.noSuchSubscription.text':
		'Nous n’avons trouvé aucun abonnement actif pour ce numéro. Si vous avez déjà résilié, vous n’avez plus rien à faire. Sinon, vérifiez le numéro et commencez par l’indicatif du pays.',
	'cancel.unknown.title': 'Nous ne savons pas encore si la résiliation a abouti',
	'cancel.unknown.text':
		'Le service de paiement n’a pas donné de réponse claire. Si votre opérateur confirme la résiliation par SMS, elle a abouti. Sinon, résiliez à nouveau demain.',
	'cancel.notCanceled.title': 'La résiliation n’a pas abouti',
	'cancel.notCanceled.text':
		'Le service de paiement n’a pas accepté la résiliation ou est indisponible. Votre abonnement continue. Réessayez plus tard.',
	'cancel.wrongNumber.title': 'Ceci n’est pas un numéro de téléphone',
	'cancel.wrongNumber.text': 'Vérifiez-le et commencez par l’indicatif du pays.',
	'cancel.tooMany.text':
		'Rien n’a été résilié. Revenez dans une heure ou adressez-vous à votre opérateur.',

	'guard.noSubscription.title': '{name} est réservé aux abonnés',
	'guard.noSubscription.text': 'Abonnez-vous pour y accéder.',
	'guard.canceled.text': 'Vous avez annulé le paiement.',
	'guard.failed.text': 'Votre opérateur signale que le paiement a échoué.',
	'guard.subscribe': 'S’abonner pour {terms}',
	'guard.success.title': 'Votre paiement n’est pas encore confirmé',
	'guard.success.text':
		'Votre opérateur n’a pas encore confirmé le paiement. Actualisez cette page dans une minute et n’achetez pas une seconde fois.',
	'guard.renewalPending.title': 'Votre renouvellement n’est pas encore payé',
	'guard.renewalPending.text':
		'Votre abonnement reprendra dès que votre opérateur aura facturé cette période. Inutile de vous abonner à nouveau\u00a0: vérifiez que votre crédit est suffisant et revenez plus tard.',
	'guard.active.title': 'Bienvenue sur {name}',
	'guard.active.text': 'Votre abonnement est actif.',
	'guard.alreadyPaid.text': 'Vous avez résilié votre abonnement. Il ne sera pas renouvelé.',
	'guard.until.text': 'Votre accès est valable jusqu’au {date}.',
	'guard.cancel': 'Résilier votre abonnement',
	'guard.outage.title': 'Revenez un peu plus tard',
	'guard.outage.text':
		'Nous ne pouvons pas vérifier votre abonnement pour le moment. N’achetez pas à nouveau et actualisez cette page dans une minute.',
	'guard.notFound.title': 'Cette page n’existe pas',
	'guard.notFound.text': 'Vérifiez l’adresse.',
	'guard.tooMany.text': 'Revenez dans une heure.',

	'return.success': 'Merci',
	'return.failed': 'Le paiement a échoué',
	'return.canceled': 'Paiement annulé',
	'return.unknown': 'Votre paiement est en cours de vérification',
	'return.other': 'Bon retour parmi nous',
	'return.close': 'Vous pouvez fermer cette page.',
	'return.invalid': 'Ce lien n’est plus valable. Recommencez',
};
