import { msisdnShown } from '../payments/hidden-number';
import { moneyShown, numberShown } from '../payments/number-form';
import type { Payment } from '../payments/payment';
import type { Subscription } from '../payments/subscription';
import type { Settings } from '../settings';

interface Form {
	settings: Settings;
}

/** A transaction as this platform shows it. Only a copy where it differs: lists are long. */
export function transactionShown(world: Form, payment: Payment): object {
	const { record, alias } = payment;
	const { numberForm, cancelWord } = world.settings;
	const isSpelled = cancelWord === 'underscore' && record.action.includes(' ');
	if (numberForm === 'number' && alias === null && !isSpelled) return record;
	const money = (value: number) => moneyShown(world, value, record.country);
	return {
		...record,
		action: isSpelled ? record.action.replaceAll(' ', '_') : record.action,
		msisdn: msisdnShown(payment),
		transactionId: numberShown(world, record.transactionId),
		subscriptionId: numberShown(world, record.subscriptionId),
		amount: numberShown(world, record.amount),
		price: money(record.price),
		servicePrice: money(record.servicePrice),
		endUserPrice: money(record.endUserPrice),
	};
}

/** The same of a subscription. */
export function subscriptionShown(world: Form, { record, optIn }: Subscription): object {
	if (world.settings.numberForm === 'number' && optIn.alias === null) return record;
	return {
		...record,
		msisdn: msisdnShown(optIn),
		subscriptionId: numberShown(world, record.subscriptionId),
		optInTrid: numberShown(world, record.optInTrid),
		periodAmount: numberShown(world, record.periodAmount),
		price: moneyShown(world, record.price, record.country),
	};
}
