/**
 * Every text that customers read, in the order of appearance; what other languages lack is shown as here. The first word of
 * a name says where it appears: on any page, with the offer, or in the pages of a workflow or a trigger. `{name}` and the
 * like are filled in.
 */
export const en = {
	'page.phone': 'Your mobile number, with country code',
	'page.seller': 'Sold by',
	'page.support': 'Help',
	'page.reference': 'If you ask for help, quote this number: {number}',
	'page.tooMany.title': 'Too many requests',

	'offer.day': '{price} a day',
	'offer.week': '{price} a week',
	'offer.month': '{price} a month',
	'offer.year': '{price} a year',
	'offer.price': 'Price, tax included',
	'offer.charged': 'Charged',
	'offer.charged.day': 'every day until you cancel, on your phone bill',
	'offer.charged.week': 'every week until you cancel, on your phone bill',
	'offer.charged.month': 'every month until you cancel, on your phone bill',
	'offer.charged.year': 'every year until you cancel, on your phone bill',
	'offer.cancellation': 'How to cancel',
	'offer.cancel': 'Cancel at any time',

	'sell.form.title': 'Subscribe to {name}',
	'sell.form.text': 'Enter your number. Your operator then asks you to confirm.',
	'sell.countries': 'For mobile numbers from {countries}.',
	'sell.order': 'Subscribe and pay',
	'sell.pin.title': 'You have a new SMS',
	'sell.pin.text': 'Enter the PIN from the SMS to subscribe to {name} for {terms}.',
	'sell.pin.label': 'PIN',
	'sell.invalidPin.title': 'Wrong PIN',
	'sell.invalidPin.text': 'Check the SMS and enter the PIN again. Attempts left: {count}',
	'sell.wrongFormat.title': 'This is not a PIN',
	'sell.wrongFormat.text': 'A PIN has only letters and digits. This did not count as an attempt.',
	'sell.attemptsExceeded.title': 'Three wrong PINs',
	'sell.attemptsExceeded.text': 'Nothing was charged. Start again to get a new PIN.',
	'sell.again': 'Start again',
	'sell.premium.title': 'Send an SMS to confirm',
	'sell.premium.text': 'Send {text} to {number}.',
	'sell.handshake.title': 'Confirm on your phone',
	'sell.handshake.text': 'Reply to the SMS from your operator.',
	'sell.afterwards': 'Access can take a minute after that.',
	'sell.content': 'Go to {name}',
	'sell.charged.title': 'You are subscribed',
	'sell.charged.text': 'Your subscription has started: {terms}, on your phone bill.',
	'sell.existingSubscription.title': 'You are already subscribed',
	'sell.existingSubscription.text': 'Nothing was charged.',
	'sell.accepted.title': 'Waiting for your operator',
	'sell.accepted.text':
		"Your PIN was right. Your operator has not confirmed the payment yet, so don't buy again. You get access as soon as it is confirmed.",
	'sell.notCharged.title': 'Nothing was charged',
	'sell.notCharged.text':
		'Your operator could not put this on your phone bill. Often there is not enough credit, or purchases are blocked: ask your operator.',
	'sell.dailyLimit.text': 'You have reached the daily limit of your operator. Try again tomorrow.',
	'sell.monthlyLimit.text':
		'You have reached the monthly limit of your operator. Try again next month.',
	'sell.unknown.title': "We don't know yet whether this worked",
	'sell.unknown.text':
		"The payment service gave no clear answer, so you may be charged. Don't buy again now. If your operator confirms the subscription by SMS, it has started.",
	'sell.wrongNumber.title': 'This number does not work',
	'sell.wrongNumber.text':
		'Nothing was charged. Check the number, and begin with the country code.',
	'sell.otherCountry.title': 'Not available for this number',
	'sell.otherCountry.text': 'Nothing was charged. {name} is only for numbers from {countries}.',
	'sell.unknownNumber.text':
		'Nothing was charged. The operators we work with do not know this number. Check it.',
	'sell.notStarted.title': 'This did not work',
	'sell.notStarted.text':
		'The payment service is not available at the moment. No payment was started. Come back later.',
	'sell.refused.text':
		'The payment service did not accept this purchase. No payment was started. Come back later.',
	'sell.tooMany.text': 'No payment was started. Come back in an hour.',

	'cancel.form.title': 'Cancel {name}',
	'cancel.form.text':
		'This ends your subscription. The time you have paid for stays yours until it runs out.',
	'cancel.button': 'Cancel subscription',
	'cancel.canceled.title': 'Your subscription ends',
	'cancel.canceled.text':
		'It does not renew. The time you have paid for stays yours until it runs out.',
	'cancel.alreadyBeingCanceled.title': 'Your cancellation is in progress',
	'cancel.alreadyBeingCanceled.text': 'There is nothing left to do.',
	'cancel.noSuchSubscription.title': 'No subscription found',
	'cancel.noSuchSubscription.text':
		'We found no active subscription for this number. If you have canceled already, there is nothing left to do. Otherwise check the number, and begin with the country code.',
	'cancel.unknown.title': "We don't know yet whether this worked",
	'cancel.unknown.text':
		'The payment service gave no clear answer. If your operator confirms the cancellation by SMS, it worked. Otherwise, cancel again tomorrow.',
	'cancel.notCanceled.title': 'This did not work',
	'cancel.notCanceled.text':
		'The payment service did not accept the cancellation, or is not available. Your subscription continues. Cancel again later.',
	'cancel.wrongNumber.title': 'This is not a phone number',
	'cancel.wrongNumber.text': 'Check it, and begin with the country code.',
	'cancel.tooMany.text': 'Nothing was canceled. Come back in an hour, or ask your operator.',

	'guard.noSubscription.title': '{name} is for subscribers',
	'guard.noSubscription.text': 'Subscribe to get access.',
	'guard.canceled.text': 'You canceled the payment.',
	'guard.failed.text': 'Your operator reports that the payment failed.',
	'guard.subscribe': 'Subscribe for {terms}',
	'guard.success.title': 'Your payment is not confirmed yet',
	'guard.success.text':
		"Your operator has not confirmed the payment yet. Reload this page in a minute, and don't buy again.",
	'guard.renewalPending.title': 'Your renewal is not paid yet',
	'guard.renewalPending.text':
		'Your subscription goes on as soon as your operator has charged this period. There is no need to subscribe again: check that your phone has enough credit, and come back later.',
	'guard.active.title': 'Welcome to {name}',
	'guard.active.text': 'Your subscription is active.',
	'guard.alreadyPaid.text': 'You have canceled your subscription. It does not renew.',
	'guard.until.text': 'You have access until {date}.',
	'guard.cancel': 'Cancel your subscription',
	'guard.outage.title': 'Try again soon',
	'guard.outage.text':
		"We can't check your subscription at the moment. Don't buy again, and reload this page in a minute.",
	'guard.notFound.title': 'This page does not exist',
	'guard.notFound.text': 'Check the address.',
	'guard.tooMany.text': 'Come back in an hour.',

	'return.success': 'Thank you',
	'return.failed': 'Payment failed',
	'return.canceled': 'Payment canceled',
	'return.unknown': 'Your payment is being checked',
	'return.other': 'Welcome back',
	'return.close': 'You can close this page.',
	'return.invalid': 'This link is no longer valid. Start again',
};

/** The name of a text. */
export type TextName = keyof typeof en;

/** Texts of one language. */
export type Texts = Record<TextName, string>;
