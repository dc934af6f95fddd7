type Action = 'URL_REDIRECT' | 'PREMIUM' | 'PIN' | 'HANDSHAKE';

interface OperatorRules {
	action: Action;
	/** `mno` may take the place of `msisdn`: contract, "Subscribe (payment initiation) request". */
	startsWithoutMsisdn?: boolean;
	/** The operator, not the platform, keeps the subscriptions. */
	keepsSubscriptions?: boolean;
}

const OPERATORS: Record<string, OperatorRules> = {
	FR_FICTEL: { action: 'URL_REDIRECT', startsWithoutMsisdn: true },
	GB_SAMPLECELL: { action: 'PREMIUM', startsWithoutMsisdn: true },
	GB_MADEUP: { action: 'HANDSHAKE', keepsSubscriptions: true },
	SE_EXEMPELTEL: { action: 'URL_REDIRECT', startsWithoutMsisdn: true },
};

export function rulesOf(operator: string): OperatorRules {
	return OPERATORS[operator] ?? { action: 'PIN' };
}

/** The fourth digit of an `XZ_SANDBOX` number, for as many numbers of each flow as a test may need. */
const BY_FOURTH_DIGIT = ['PIN', 'PIN', 'URL_REDIRECT', 'PREMIUM', 'HANDSHAKE'] as const;

/** The flow of a payment without the magic numbers. */
export function actionOf(operator: string, msisdn: string | null): Action {
	const digit = operator === 'XZ_SANDBOX' ? msisdn?.[3] : undefined;
	return BY_FOURTH_DIGIT[Number(digit)] ?? rulesOf(operator).action;
}

/** Numbers that end in 9xx are magic in four blocks only, so that long rows of numbers behave alike. */
const MAGIC = /^(?:33639980|33639985|447700900|999\d00000)(9\d\d)$/;

interface Magic {
	/** Refuse at once with this status, also with one that the contract does not know. */
	refuse?: string;
	/** The charge fails before the customer is asked. */
	failsAtOnce?: string;
	/** The flow, also one that the contract does not know. */
	action?: Action | 'EYE_SCAN';
	/** The charge fails once the customer has agreed. */
	chargeFails?: string;
	/** Charged without a further step: `sessionStatus` is `COMPLETED` at once. */
	completesAtOnce?: boolean;
	/** The charge fails at once, and the answer is `ACCEPTED` with `sessionStatus` `FAILED`. */
	failsAccepted?: string;
	/** Identification gives an alias instead of the number. */
	hashed?: boolean;
	/** The status of the answer to a payment that has begun, instead of `ACCEPTED`. */
	says?: string;
	/** How gifts, refunds and cancellations end after they were accepted. */
	accepted?: 'FAILED' | 'PENDING' | 'EXECUTING';
	/** Of each renewal, the first attempt fails, or all fail, or the first is skipped; or it's announced and scheduled. */
	renewals?: 'late' | 'never' | 'skipped' | 'scheduled';
}

const ENDINGS: Record<string, Magic> = {
	'901': { failsAtOnce: 'NOT_ENOUGH_CREDIT' },
	'902': { refuse: 'EXISTING_SUBSCRIPTION' },
	'903': { refuse: 'INVALID_REQUEST' },
	'904': { refuse: 'INVALID_SERVICE' },
	'905': { refuse: 'UNAUTHORIZED' },
	'906': { refuse: 'INACTIVE' },
	'907': { refuse: 'INVALID_MSISDN' },
	'908': { refuse: 'INVALID_OPERATOR_CODE' },
	'909': { refuse: 'INVALID_MCCMNC' },
	'910': { refuse: 'INVALID_PRICE' },
	'911': { refuse: 'DAILY_LIMIT_EXCEEDED' },
	'912': { refuse: 'MONTHLY_LIMIT_EXCEEDED' },
	'913': { refuse: 'UNDER_REVIEW' },
	'914': { action: 'EYE_SCAN' },
	'915': { says: 'UNDER_REVIEW' },
	'921': { action: 'PIN' },
	'922': { action: 'URL_REDIRECT' },
	'923': { action: 'PREMIUM' },
	'924': { action: 'HANDSHAKE' },
	'931': { chargeFails: 'NOT_ENOUGH_CREDIT' },
	'932': { chargeFails: 'SUBSCRIBER_BLACKLISTED' },
	'933': { renewals: 'late' },
	'934': { renewals: 'never' },
	'935': { renewals: 'skipped' },
	'936': { renewals: 'scheduled' },
	'941': { completesAtOnce: true },
	'942': { failsAccepted: 'NOT_ENOUGH_CREDIT' },
	'951': { hashed: true },
	'961': { accepted: 'FAILED' },
	'962': { accepted: 'PENDING' },
	'963': { accepted: 'EXECUTING' },
};

export function magicOf(msisdn: string): Magic {
	const [, ending = ''] = MAGIC.exec(msisdn) ?? [];
	return ENDINGS[ending] ?? {};
}
