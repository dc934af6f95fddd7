import type { Texts } from './en';

/** Spanish, with “usted”. */
export const es: Texts = {
	'page.phone': 'Su número de móvil, con el prefijo del país',
	'page.seller': 'Vendido por',
	'page.support': 'Ayuda',
	'page.reference': 'Si pide ayuda, indique este número: {number}',
	'page.tooMany.title': 'Demasiadas solicitudes',

	'offer.day': '{price} al día',
	'offer.week': '{price} a la semana',
	'offer.month': '{price} al mes',
	'offer.year': '{price} al año',
	'offer.price': 'Precio, impuestos incluidos',
	'offer.charged': 'Cobro',
	'offer.charged.day': 'cada día hasta que cancele, en su factura de móvil',
	'offer.charged.week': 'cada semana hasta que cancele, en su factura de móvil',
	'offer.charged.month': 'cada mes hasta que cancele, en su factura de móvil',
	'offer.charged.year': 'cada año hasta que cancele, en su factura de móvil',
	'offer.cancellation': 'Cancelación',
	'offer.cancel': 'Cancelar en cualquier momento',

	'sell.form.title': 'Suscribirse a {name}',
	'sell.form.text': 'Introduzca su número. Después, su operador le pedirá que confirme.',
	'sell.countries': 'Para números móviles de: {countries}.',
	'sell.order': 'Suscribirse y pagar',
	'sell.pin.title': 'Ha recibido un SMS',
	'sell.pin.text': 'Introduzca el PIN que contiene. Con él se suscribe a {name} por {terms}.',
	'sell.pin.label': 'PIN',
	'sell.invalidPin.title': 'PIN incorrecto',
	'sell.invalidPin.text':
		'Revise el SMS y vuelva a introducir el PIN. Intentos restantes:\u00a0{count}',
	'sell.wrongFormat.title': 'Esto no es un PIN',
	'sell.wrongFormat.text': 'Un PIN solo tiene letras y cifras. Esto no ha contado como intento.',
	'sell.attemptsExceeded.title': 'Tres PIN incorrectos',
	'sell.attemptsExceeded.text': 'No se ha cobrado nada. Empiece de nuevo para recibir otro PIN.',
	'sell.again': 'Empezar de nuevo',
	'sell.premium.title': 'Confirme por SMS',
	'sell.premium.text': 'Envíe {text} al {number}.',
	'sell.handshake.title': 'Confirme en su teléfono',
	'sell.handshake.text': 'Responda al SMS de su operador.',
	'sell.afterwards': 'Después, el acceso puede tardar un minuto.',
	'sell.content': 'Ir a {name}',
	'sell.charged.title': 'Su suscripción está activa',
	'sell.charged.text': 'Su suscripción ha comenzado: {terms}, en su factura de móvil.',
	'sell.existingSubscription.title': 'Ya tiene una suscripción',
	'sell.existingSubscription.text': 'No se ha cobrado nada.',
	'sell.accepted.title': 'A la espera de su operador',
	'sell.accepted.text':
		'Su PIN era correcto. Su operador aún no ha confirmado el pago, así que no vuelva a comprar. Tendrá acceso en cuanto lo confirme.',
	'sell.notCharged.title': 'No se ha cobrado nada',
	'sell.notCharged.text':
		'Su operador no ha podido cargar este importe en su factura de móvil. A menudo falta saldo o las compras están bloqueadas: consulte a su operador.',
	'sell.dailyLimit.text':
		'Ha alcanzado el límite diario de su operador. Vuelva a intentarlo mañana.',
	'sell.monthlyLimit.text':
		'Ha alcanzado el límite mensual de su operador. Vuelva a intentarlo el mes que viene.',
	'sell.unknown.title': 'Aún no sabemos si la compra se ha realizado',
	'sell.unknown.text':
		'El servicio de pago no ha dado una respuesta clara, así que es posible que se le cobre. No vuelva a comprar ahora. Si su operador confirma la suscripción por SMS, significa que ya ha comenzado.',
	'sell.wrongNumber.title': 'Este número no es válido',
	'sell.wrongNumber.text':
		'No se ha cobrado nada. Revise el número y empiece por el prefijo del país.',
	'sell.otherCountry.title': 'No disponible para este número',
	'sell.otherCountry.text':
		'No se ha cobrado nada. {name} solo se vende a números de: {countries}.',
	'sell.unknownNumber.text':
		'No se ha cobrado nada. Los operadores con los que trabajamos no conocen este número. Revíselo.',
	'sell.notStarted.title': 'No se ha podido realizar la compra',
	'sell.notStarted.text':
		'El servicio de pago no está disponible en este momento. No se ha iniciado ningún pago. Vuelva más tarde.',
	'sell.refused.text':
		'El servicio de pago no ha aceptado esta compra. No se ha iniciado ningún pago. Vuelva más tarde.',
	'sell.tooMany.text': 'No se ha iniciado ningún pago. Vuelva dentro de una hora.',

	'cancel.form.title': 'Cancelar {name}',
	'cancel.form.text':
		'Así pone fin a su suscripción. Podrá usar lo que ya ha pagado hasta el final del periodo pagado.',
	'cancel.button': 'Cancelar la suscripción',
	'cancel.canceled.title': 'Su suscripción termina',
	'cancel.canceled.text':
		'No se renovará. Podrá usar lo que ya ha pagado hasta el final del periodo pagado.',
	'cancel.alreadyBeingCanceled.title': 'Su cancelación está en curso',
	'cancel.alreadyBeingCanceled.text': 'No tiene que hacer nada más.',
	'cancel.noSuchSubscription.title': 'No se ha encontrado ninguna suscripción',
	'cancel.noSuchSubscription.text':
		'No hemos encontrado ninguna suscripción activa con este número. Si ya la ha cancelado, no tiene que hacer nada más. Si no, revise el número y empiece por el prefijo del país.',
	'cancel.unknown.title': 'Aún no sabemos si la cancelación se ha realizado',
	'cancel.unknown.text':
		'El servicio de pago no ha dado una respuesta clara. Si su operador confirma la cancelación por SMS, significa que se ha realizado. Si no, cancele de nuevo mañana.',
	'cancel.notCanceled.title': 'No se ha podido realizar la cancelación',
	'cancel.notCanceled.text':
		'El servicio de pago no ha aceptado la cancelación o no está disponible. Su suscripción continúa. Vuelva a intentarlo más tarde.',
	'cancel.wrongNumber.title': 'Esto no es un número de teléfono',
	'cancel.wrongNumber.text': 'Revíselo y empiece por el prefijo del país.',
	'cancel.tooMany.text':
		'No se ha cancelado nada. Vuelva dentro de una hora o consulte a su operador.',

	'guard.noSubscription.title': '{name} es solo para suscriptores',
	'guard.noSubscription.text': 'Suscríbase para acceder.',
	'guard.canceled.text': 'Ha cancelado el pago.',
	'guard.failed.text': 'Su operador informa de que el pago ha fallado.',
	'guard.subscribe': 'Suscribirse por {terms}',
	'guard.success.title': 'Su pago aún no está confirmado',
	'guard.success.text':
		'Su operador aún no ha confirmado el pago. Vuelva a cargar esta página dentro de un minuto y no compre otra vez.',
	'guard.renewalPending.title': 'Su renovación aún no está pagada',
	'guard.renewalPending.text':
		'Su suscripción continuará en cuanto su operador haya cobrado este periodo. No hace falta que se suscriba de nuevo: compruebe que tiene saldo suficiente y vuelva más tarde.',
	'guard.active.title': 'Le damos la bienvenida a {name}',
	'guard.active.text': 'Su suscripción está activa.',
	'guard.alreadyPaid.text': 'Ha cancelado su suscripción. No se renovará.',
	'guard.until.text': 'Tiene acceso hasta el {date}.',
	'guard.cancel': 'Cancelar su suscripción',
	'guard.outage.title': 'Vuelva a intentarlo en breve',
	'guard.outage.text':
		'No podemos comprobar su suscripción en este momento. No vuelva a comprar y cargue de nuevo esta página dentro de un minuto.',
	'guard.notFound.title': 'Esta página no existe',
	'guard.notFound.text': 'Revise la dirección.',
	'guard.tooMany.text': 'Vuelva dentro de una hora.',

	'return.success': 'Gracias',
	'return.failed': 'El pago ha fallado',
	'return.canceled': 'Pago cancelado',
	'return.unknown': 'Estamos comprobando su pago',
	'return.other': 'Le damos de nuevo la bienvenida',
	'return.close': 'Puede cerrar esta página.',
	'return.invalid': 'Este enlace ya no es válido. Empiece de nuevo',
};
