import type { Operator } from '../catalogue';
import { invalid } from '../refusal';
import { aliasOf, numberOf } from './aliases';
import { magicOf, rulesOf } from './flows';
import type { Payment } from './payment';
import type { Selling } from './payments';
import type { SubscribeRequest } from './request';

interface Customer {
	operator: Operator;
	/** Null until the customer's phone shows it. */
	msisdn: string | null;
	/** The merchant's name for the customer, when it was not the number. */
	alias: string | null;
}

/** The paying customer, by `mno`, `msisdn` and `identid` (contract, "Subscribe (payment initiation) request"). */
export function findCustomer(world: Selling, asked: SubscribeRequest): Customer {
	const named = namedOperator(world, asked);
	if (!asked.identid && !asked.msisdn) {
		if (!named) throw invalid('msisdn, mno, mccmnc or identid is needed', 'msisdn');
		if (rulesOf(named.code).startsWithoutMsisdn) {
			return { operator: named, msisdn: null, alias: null };
		}
		throw invalid(`msisdn is needed for operator ${named.code}`, 'msisdn');
	}
	const customer = asked.identid
		? identified(world, asked, asked.identid)
		: subscriber(world, asked.msisdn ?? '');
	if (asked.identid && !named) {
		throw invalid('mno or mccmnc is needed with identid', 'mno');
	}
	if (named && named !== customer.operator) {
		const words = `the customer is with ${customer.operator.code}, not with ${named.code}`;
		throw asked.mno
			? invalid(words, 'mno', 'INVALID_OPERATOR_CODE')
			: invalid(words, 'mccmnc', 'INVALID_MCCMNC');
	}
	return customer;
}

function namedOperator({ catalogue }: Selling, { mno, mccmnc }: SubscribeRequest) {
	const byCode = mno ? catalogue.operator(mno) : undefined;
	if (mno && !byCode) {
		throw invalid(`operator ${mno} is not known`, 'mno', 'INVALID_OPERATOR_CODE');
	}
	const byNetwork = catalogue.data.operators.find(({ mcc, mnc }) => mcc + mnc === mccmnc);
	if (mccmnc && (!byNetwork || (byCode && byCode !== byNetwork))) {
		const words = byNetwork ? `network ${mccmnc} is not that of ${mno}` : `no network is ${mccmnc}`;
		throw invalid(words, 'mccmnc', 'INVALID_MCCMNC');
	}
	return byCode ?? byNetwork;
}

function subscriber({ catalogue }: Selling, named: string): Customer {
	const msisdn = numberOf(named);
	const found = catalogue.subscriber(msisdn);
	if (!found) throw invalid(`nobody has the number ${named}`, 'msisdn', 'INVALID_MSISDN');
	return { operator: found.operator, msisdn, alias: named === msisdn ? null : named };
}

function identified(world: Selling, asked: SubscribeRequest, identid: string): Customer {
	const known = world.payments.transactions.find(identid)?.record;
	if (known?.action !== 'SUB_IDENTIFY' || known.serviceKey !== asked.apikey) {
		throw invalid(`no identification of this service is ${identid}`, 'identid');
	}
	const { msisdn } = known;
	if (asked.msisdn && numberOf(asked.msisdn) !== msisdn) {
		throw invalid('msisdn is not the one that was identified', 'msisdn', 'INVALID_MSISDN');
	}
	return subscriber(world, asked.msisdn ?? hiddenAs(msisdn) ?? msisdn);
}

/** The alias that identification gives instead of a number, null for a customer whose number it tells. */
export function hiddenAs(msisdn: string): string | null {
	return magicOf(msisdn).hashed ? aliasOf(msisdn) : null;
}

/** The customer as the merchant knows them: a merchant with only an alias never sees the number. */
export function msisdnShown({ alias, record }: Payment): string {
	return alias ?? record.msisdn;
}
