import type { Texts } from './en';

/** Portuguese that readers in Portugal and Brazil understand, in the third person without a pronoun. */
export const pt: Texts = {
	'page.phone': 'O seu número de telemóvel (celular), com o código do país',
	'page.seller': 'Vendido por',
	'page.support': 'Ajuda',
	'page.reference': 'Se pedir ajuda, indique este número: {number}',
	'page.tooMany.title': 'Demasiadas tentativas',

	'offer.day': '{price} por dia',
	'offer.week': '{price} por semana',
	'offer.month': '{price} por mês',
	'offer.year': '{price} por ano',
	'offer.price': 'Preço, impostos incluídos',
	'offer.charged': 'Cobrança',
	'offer.charged.day': 'todos os dias até cancelar, na sua conta de telefone',
	'offer.charged.week': 'todas as semanas até cancelar, na sua conta de telefone',
	'offer.charged.month': 'todos os meses até cancelar, na sua conta de telefone',
	'offer.charged.year': 'todos os anos até cancelar, na sua conta de telefone',
	'offer.cancellation': 'Cancelamento',
	'offer.cancel': 'Cancelar a qualquer momento',

	'sell.form.title': 'Assinar {name}',
	'sell.form.text': 'Insira o seu número. Depois, a sua operadora pede-lhe que confirme.',
	'sell.countries': 'Para números de: {countries}.',
	'sell.order': 'Assinar e pagar',
	'sell.pin.title': 'Recebeu um SMS',
	'sell.pin.text': 'Insira o PIN recebido. Com ele, assina {name} por {terms}.',
	'sell.pin.label': 'PIN',
	'sell.invalidPin.title': 'PIN errado',
	'sell.invalidPin.text':
		'Verifique o SMS e insira o PIN novamente. Tentativas restantes:\u00a0{count}',
	'sell.wrongFormat.title': 'Isto não é um PIN',
	'sell.wrongFormat.text': 'Um PIN só tem letras e algarismos. Esta tentativa não foi contada.',
	'sell.attemptsExceeded.title': 'Três PIN errados',
	'sell.attemptsExceeded.text': 'Nada foi cobrado. Comece de novo para receber outro PIN.',
	'sell.again': 'Começar de novo',
	'sell.premium.title': 'Confirme por SMS',
	'sell.premium.text': 'Envie {text} para {number}.',
	'sell.handshake.title': 'Confirme no seu telefone',
	'sell.handshake.text': 'Responda ao SMS da sua operadora.',
	'sell.afterwards': 'Depois disso, o acesso pode demorar um minuto.',
	'sell.content': 'Ir para {name}',
	'sell.charged.title': 'A sua assinatura está ativa',
	'sell.charged.text': 'A sua assinatura começou: {terms}, na sua conta de telefone.',
	'sell.existingSubscription.title': 'Já tem uma assinatura',
	'sell.existingSubscription.text': 'Nada foi cobrado.',
	'sell.accepted.title': 'À espera da sua operadora',
	'sell.accepted.text':
		'O seu PIN estava certo. A sua operadora ainda não confirmou o pagamento, por isso não compre de novo. Terá acesso assim que ela o confirmar.',
	'sell.notCharged.title': 'Nada foi cobrado',
	'sell.notCharged.text':
		'A sua operadora não conseguiu cobrar este valor na sua conta de telefone. Muitas vezes falta saldo ou as compras estão bloqueadas: fale com a sua operadora.',
	'sell.dailyLimit.text': 'Atingiu o limite diário da sua operadora. Volte a tentar amanhã.',
	'sell.monthlyLimit.text':
		'Atingiu o limite mensal da sua operadora. Volte a tentar no próximo mês.',
	'sell.unknown.title': 'Ainda não sabemos se a compra foi feita',
	'sell.unknown.text':
		'O serviço de pagamento não deu uma resposta clara, por isso o valor pode vir a ser cobrado. Não compre de novo agora. Se a sua operadora confirmar a assinatura por SMS, significa que já começou.',
	'sell.wrongNumber.title': 'Este número não é válido',
	'sell.wrongNumber.text': 'Nada foi cobrado. Verifique o número e comece pelo código do país.',
	'sell.otherCountry.title': 'Indisponível para este número',
	'sell.otherCountry.text': 'Nada foi cobrado. {name} só é vendido a números de: {countries}.',
	'sell.unknownNumber.text':
		'Nada foi cobrado. As operadoras com que trabalhamos não conhecem este número. Verifique-o.',
	'sell.notStarted.title': 'Não foi possível fazer a compra',
	'sell.notStarted.text':
		'O serviço de pagamento não está disponível neste momento. Nenhum pagamento foi iniciado. Volte mais tarde.',
	'sell.refused.text':
		'O serviço de pagamento não aceitou esta compra. Nenhum pagamento foi iniciado. Volte mais tarde.',
	'sell.tooMany.text': 'Nenhum pagamento foi iniciado. Volte dentro de uma hora.',

	'cancel.form.title': 'Cancelar {name}',
	'cancel.form.text':
		'Assim, põe fim à sua assinatura. Pode usar o que já pagou até terminar o período pago.',
	'cancel.button': 'Cancelar a assinatura',
	'cancel.canceled.title': 'A sua assinatura vai terminar',
	'cancel.canceled.text':
		'Não será renovada. Pode usar o que já pagou até terminar o período pago.',
	'cancel.alreadyBeingCanceled.title': 'O seu cancelamento está em curso',
	'cancel.alreadyBeingCanceled.text': 'Não precisa de fazer mais nada.',
	'cancel.noSuchSubscription.title': 'Nenhuma assinatura encontrada',
	'cancel.noSuchSubscription.text':
		'Não foi encontrada nenhuma assinatura ativa para este número. Se já a cancelou, não precisa de fazer mais nada. Caso contrário, verifique o número e comece pelo código do país.',
	'cancel.unknown.title': 'Ainda não sabemos se o cancelamento foi feito',
	'cancel.unknown.text':
		'O serviço de pagamento não deu uma resposta clara. Se a sua operadora confirmar o cancelamento por SMS, está feito. Caso contrário, cancele de novo amanhã.',
	'cancel.notCanceled.title': 'Não foi possível fazer o cancelamento',
	'cancel.notCanceled.text':
		'O serviço de pagamento não aceitou o cancelamento ou não está disponível. A sua assinatura continua. Volte a tentar mais tarde.',
	'cancel.wrongNumber.title': 'Isto não é um número de telefone',
	'cancel.wrongNumber.text': 'Verifique-o e comece pelo código do país.',
	'cancel.tooMany.text':
		'Nada foi cancelado. Volte dentro de uma hora ou fale com a sua operadora.',

	'guard.noSubscription.title': '{name} é só para assinantes',
	'guard.noSubscription.text': 'Assine para ter acesso.',
	'guard.canceled.text': 'O pagamento foi cancelado.',
	'guard.failed.text': 'A sua operadora informa que o pagamento falhou.',
	'guard.subscribe': 'Assinar por {terms}',
	'guard.success.title': 'O seu pagamento ainda não foi confirmado',
	'guard.success.text':
		'A sua operadora ainda não confirmou o pagamento. Atualize esta página dentro de um minuto e não compre de novo.',
	'guard.renewalPending.title': 'A sua renovação ainda não foi paga',
	'guard.renewalPending.text':
		'A sua assinatura continuará assim que a sua operadora cobrar este período. Não precisa de assinar de novo: verifique se tem saldo suficiente e volte mais tarde.',
	'guard.active.title': '{name}: damos-lhe as boas-vindas',
	'guard.active.text': 'A sua assinatura está ativa.',
	'guard.alreadyPaid.text': 'Cancelou a sua assinatura. Não será renovada.',
	'guard.until.text': 'Tem acesso até {date}.',
	'guard.cancel': 'Cancelar a sua assinatura',
	'guard.outage.title': 'Tente novamente em breve',
	'guard.outage.text':
		'Não conseguimos verificar a sua assinatura neste momento. Não compre de novo e atualize esta página dentro de um minuto.',
	'guard.notFound.title': 'Esta página não existe',
	'guard.notFound.text': 'Verifique o endereço.',
	'guard.tooMany.text': 'Volte dentro de uma hora.',

	'return.success': 'Obrigado',
	'return.failed': 'O pagamento falhou',
	'return.canceled': 'Pagamento cancelado',
	'return.unknown': 'O seu pagamento está em verificação',
	'return.other': 'Damos-lhe novamente as boas-vindas',
	'return.close': 'Pode fechar esta página.',
	'return.invalid': 'Este link já não é válido. Comece de novo',
};
