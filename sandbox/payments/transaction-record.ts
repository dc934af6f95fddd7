/** A transaction as the Transactions API shows it: contract, "Transaction record", every field. */
export interface TransactionRecord {
	action:
		| 'CHARGE'
		| 'SUB_START'
		| 'SUB_RENEW'
		| 'SUB_REMIND'
		| 'SUB_IDENTIFY'
		| 'SUB CANCEL'
		| 'SUB_ADMIN CANCEL'
		| 'REFUND';
	actionStatus: 'COMPLETED' | 'FAILED' | 'CANCELED' | null;
	amount: number;
	billingType: 'MO' | 'MT' | 'DMB';
	comment: string | null;
	country: string;
	currency: string;
	encryptedTransactionId: string;
	endUserPrice: number;
	errorMessage: string | null;
	errorType: string | null;
	executionTime: string | null;
	finishedBy: string | null;
	integrationSolution: 'SMS' | 'SEP' | 'API';
	ip: string | null;
	keyword: string | null;
	merchantName: string;
	merchantNotificationStatus: 'PENDING' | 'DELIVERED' | 'EXCLUDED' | 'REJECTED' | 'FAILED';
	merchantReference: string | null;
	moMessage: string | null;
	/** Empty until the customer is known. */
	msisdn: string;
	mtMessage: string;
	operator: string;
	pinIdentification: string | null;
	price: number;
	provider: string;
	reference: string | null;
	serviceKey: string;
	serviceName: string;
	servicePrice: number;
	shortCode: string;
	/** 0 when there is no subscription. */
	subscriptionId: number;
	/** This and the other times: when the transaction began, until its life-cycle finishes. */
	timeCharged: string;
	timeChargedLocal: string;
	timeNotified: string | null;
	timeUpdated: string;
	transactionId: number;
	transactionState:
		'EXECUTING' | 'PENDING' | 'FINISHED' | 'FAILED' | 'CANCELED' | 'SKIPPED' | 'SCHEDULED';
}
