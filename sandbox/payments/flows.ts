export type Action = 'URL_REDIRECT' | 'PREMIUM' | 'PIN' | 'HANDSHAKE';

interface OperatorRules {
	action: Action;
	/** `mno` may take the place of `msisdn`: contract, "Rules for mno" 2. */
	startsWithoutMsisdn: boolean;
	/** Values of `design_id` that the operator allows. */
	designs: string[];
	/** The operator, not the platform, keeps the subscriptions. */
	keepsSubscriptions: boolean;
}

const STANDARD: OperatorRules = {
	action: 'PIN',
	startsWithoutMsisdn: false,
	designs: [],
	keepsSubscriptions: false,
};
const REDIRECT: OperatorRules = {
	...STANDARD,
	action: 'URL_REDIRECT',
	startsWithoutMsisdn: true,
	designs: ['classic', 'night'],
};

const OPERATORS: Record<string, OperatorRules> = {
	FR_DEMOTEL: STANDARD,
	FR_FICTEL: REDIRECT,
	GB_SAMPLECELL: { ...STANDARD, action: 'PREMIUM', startsWithoutMsisdn: true },
	GB_MADEUP: { ...STANDARD, action: 'HANDSHAKE', keepsSubscriptions: true },
	DE_MUSTERFUNK: STANDARD,
	SE_EXEMPELTEL: REDIRECT,
	XZ_SANDBOX: STANDARD,
};

export function rulesOf(operator: string): OperatorRules {
	return OPERATORS[operator] ?? STANDARD;
}

/** The fourth digit of an `XZ_SANDBOX` number, for as many numbers of each flow as a test may need. */
const BY_FOURTH_DIGIT: Record<string, Action> = {
	'1': 'PIN',
	'2': 'URL_REDIRECT',
	'3': 'PREMIUM',
	'4': 'HANDSHAKE',
};

/** The flow of a payment without the magic numbers. */
export function actionOf(operator: string, msisdn: string | null): Action {
	const digit = operator === 'XZ_SANDBOX' ? (msisdn?.[3] ?? '') : '';
	return BY_FOURTH_DIGIT[digit] ?? rulesOf(operator).action;
}
