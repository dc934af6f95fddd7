import { contradictions } from '../../platform/matching';
import { gives } from '../support/examples';

const record = {
	transactionId: 820,
	optInTrid: '4970484531',
	msisdn: '33639980001',
	operator: 'FR_DEMOTEL',
	action: 'SUB_ADMIN CANCEL',
	active: 'true',
	price: '6.05',
	merchantReference: null,
	timeCharged: '2026-11-21 12:00:00',
	timeToExpire: null,
};

type Asked = Record<string, unknown>;
const others = (asked: Asked) => contradictions(record, asked);
const same = (asked: Asked): [Asked, string[]] => [asked, []];
const other = (asked: Asked): [Asked, string[]] => [asked, Object.keys(asked)];

gives('what contradicts', others, [
	same({}),
	same({ transactionId: '820', optInTrid: 4970484531, price: 6.05 }),
	same({
		msisdn: '+33639980001',
		operator: 'fr_demotel',
		action: 'SUB_ADMIN_CANCEL',
		active: true,
	}),
	same({ merchantReference: null, timeToExpire: null }),
	same({ timeCharged: { gt: '2026-11-21 11:59:59', lt: '2026-11-21 12:00:01' } }),
	same({ price: { gt: '6.04', lt: '6.06' } }),
	// Fields that a record doesn't show, or shows in another form.
	same({ userId: 'u1', msisdn: 'VX9cC2xFmkw4UTP', transactionId: 'a/b+c==' }),
	other({ transactionId: 821, msisdn: '33639980002', operator: 'FR_OTHER', active: false }),
	other({ action: 'CHARGE', price: 6.5, merchantReference: 'order-17' }),
	other({ timeCharged: { gt: '2026-11-21 12:00:00' }, price: { lt: '6.05' } }),
	other({ timeCharged: '2026-11-21 12:00:01', timeToExpire: { lt: '2026-11-21 12:00:00' } }),
	other({ operator: null }),
]);
