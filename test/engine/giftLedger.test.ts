import { giftDedupe } from '../../nodes/MobileDataGifting/operations/dataGift/giftLedger';
import { gives } from '../support/examples';

describe('a list of earlier gifts', () => {
	const [gift, named] = [{ msisdn: '33639980001' }, { clientId: 'spring-33639980001' }];
	const listed = [{ transactionId: 5 }];
	gives('its records', (status: number, body: unknown) => giftDedupe.recordsIn({ status, body }), [
		[200, [], []],
		[404, { status: 'NOT_FOUND' }, []],
		[200, [gift, named], [gift, named]],
		[200, listed, listed],
		[200, { data: [gift] }, [gift]],
		[200, gift, [gift]],
		[200, named, [named]],
		// A lone object tells of its own transaction, and not of which gifts there are.
		[200, { actionStatus: 'FAILED', transactionId: 5 }, undefined],
		[200, { actionStatus: 'COMPLETED', transactionId: 5 }, undefined],
		[200, { actionStatus: 'FAILED' }, undefined],
		[200, {}, undefined],
		[200, 'page', undefined],
		[404, 'page', undefined],
		[500, listed, undefined],
	]);
});
