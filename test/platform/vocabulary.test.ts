import { simplified } from '../../platform/vocabulary';

const of = (record: object, ...fields: string[]) =>
	simplified(record as Record<string, unknown>, fields);

test.each<[object, string, unknown]>([
	[{ transactionId: 700000123 }, 'transactionId', '700000123'],
	[{ subscriptionId: 0 }, 'subscriptionId', undefined],
	[{ merchantReference: 'order-1', clientId: 'x' }, 'clientReference', 'order-1'],
	[{ endUserPrice: '4.990', price: 4 }, 'price', 4.99],
	[{ price: '4,99' }, 'price', '4,99'],
	[{ timeCharged: '2026-11-21 12:00:00' }, 'timeCharged', '2026-11-21T12:00:00.000Z'],
	[{ expirationDate: 'soon' }, 'timeToExpire', 'soon'],
	[{ actionStatus: 'COMPLETED', transactionState: 'PENDING' }, 'status', 'success'],
	[{ actionStatus: null, transactionState: 'FINISHED' }, 'status', 'success'],
	[{ status: 'ACCEPTED', sessionStatus: 'PENDING' }, 'status', 'pending'],
	[{ status: 'ACCEPTED' }, 'errorType', undefined],
	[{ status: 'DAILY_LIMIT_EXCEEDED' }, 'errorType', 'DAILY_LIMIT_EXCEEDED'],
	[{ status: 'CHARGING_FAILED', errorType: 'WRONG_PIN' }, 'errorType', 'WRONG_PIN'],
	[{ errorMessage: null }, 'errorMessage', undefined],
])('of %j the field %s is %j', (record, name, value) => {
	expect(of(record, name)).toEqual(value === undefined ? {} : { [name]: value });
});

test('a record of unknown fields keeps them, and what was asked fills what it leaves empty', () => {
	const record = { clientid: 'a', msisdn: null, package: { id: 1 } };
	expect(simplified(record, 'all', { msisdn: '33639980001', clientid: 'b' })).toEqual({
		clientReference: 'a',
		msisdn: '33639980001',
		package: { id: 1 },
	});
});
