import type { CredentialImport } from '../../../scripts/host/import';
import type { TableRow } from '../../support/dataTables';

/** Mail that goes to a port of this machine. */
export function emailCredential(port: number): CredentialImport {
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	return { id: 'campaignEmail', name: 'Campaign email', type: 'smtp', data };
}

/** A campaign in its Data Table, as far as tests look at it. */
export type CampaignRow = TableRow & {
	name: string;
	key: string;
	status: string;
	serviceKey: string;
	hash: string;
	approvedHash: string;
	approvedBy: string;
};

/** A batch in its Data Table, as far as tests look at it. */
export type BatchRow = TableRow & {
	campaign: number;
	number: number;
	timeZone: string;
	seal: string;
	list: string;
	results: string;
};
