import type { Operator } from '../catalogue';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { numberOf } from './aliases';
import { rulesOf } from './flows';
import { hiddenAs } from './hidden-number';
import type { SubscribeRequest } from './subscribe-request';

export interface Customer {
	operator: Operator;
	/** Null when the customer's phone will tell it. */
	msisdn: string | null;
	/** What the merchant named the customer by, when it was not the number. */
	alias: string | null;
}

const MAGIC_IDENTID = /^IDENT-(\d{8,15})$/;

/** Who is to pay: contract, "Rules for mno" and the fields `msisdn` and `identid`. */
export function findCustomer(world: World, asked: SubscribeRequest): Customer {
	const named = namedOperator(world, asked);
	const customer = asked.identid
		? identified(world, asked, asked.identid)
		: asked.msisdn
			? subscriber(world, asked.msisdn)
			: undefined;
	if (!customer) {
		if (!named)
			throw refuse('INVALID_REQUEST', 'msisdn, mno, mccmnc or identid is needed', 'msisdn');
		if (!rulesOf(named.code).startsWithoutMsisdn) {
			throw refuse('INVALID_REQUEST', `msisdn is needed for operator ${named.code}`, 'msisdn');
		}
		return { operator: named, msisdn: null, alias: null };
	}
	if (asked.identid && !named) {
		throw refuse('INVALID_REQUEST', 'mno or mccmnc is needed with identid', 'mno');
	}
	if (named && named !== customer.operator) {
		const words = `the customer is with ${customer.operator.code}, not with ${named.code}`;
		throw asked.mno
			? refuse('INVALID_OPERATOR_CODE', words, 'mno')
			: refuse('INVALID_MCCMNC', words, 'mccmnc');
	}
	return customer;
}

function namedOperator({ catalogue }: World, { mno, mccmnc }: SubscribeRequest) {
	const byCode = mno ? catalogue.operator(mno) : undefined;
	if (mno && !byCode) {
		throw refuse('INVALID_OPERATOR_CODE', `operator ${mno} is not known`, 'mno');
	}
	const byNetwork = mccmnc ? catalogue.operatorByNetwork(mccmnc) : undefined;
	if (mccmnc && (!byNetwork || (byCode && byCode !== byNetwork))) {
		const words = byNetwork ? `network ${mccmnc} is not that of ${mno}` : `no network is ${mccmnc}`;
		throw refuse('INVALID_MCCMNC', words, 'mccmnc');
	}
	return byCode ?? byNetwork;
}

function subscriber({ catalogue }: World, named: string): Customer {
	const msisdn = numberOf(named);
	const found = catalogue.subscriber(msisdn);
	if (!found) throw refuse('INVALID_MSISDN', `nobody has the number ${named}`, 'msisdn');
	return { operator: found.operator, msisdn, alias: named === msisdn ? null : named };
}

function identified(world: World, asked: SubscribeRequest, identid: string): Customer {
	const known = world.payments.transactions.find(identid);
	const isIdentified =
		known?.record.action === 'SUB_IDENTIFY' && known.record.serviceKey === asked.apikey;
	const msisdn = isIdentified ? known.record.msisdn : MAGIC_IDENTID.exec(identid)?.[1];
	if (!msisdn) {
		throw refuse('INVALID_REQUEST', `no identification of this service is ${identid}`, 'identid');
	}
	if (asked.msisdn && numberOf(asked.msisdn) !== msisdn) {
		throw refuse('INVALID_MSISDN', 'msisdn is not the one that was identified', 'msisdn');
	}
	return subscriber(world, asked.msisdn ?? hiddenAs(world, msisdn) ?? msisdn);
}

function refuse(status: string, words: string, field: string): Refusal {
	return new Refusal(400, status, words, field);
}
