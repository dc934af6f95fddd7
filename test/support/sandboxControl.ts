import axios from 'axios';

/** One assignment request as the sandbox's ledger keeps it. */
interface LedgerEntry {
	gift?: { msisdn: string; clientId: string | null; amount: number; operator: string };
}

/** The control interface of a sandbox in another process. */
export class SandboxControl {
	constructor(private readonly url: string) {}

	/** Every assignment request, in order. */
	async ledger(): Promise<LedgerEntry[]> {
		const url = `${this.url}/_sandbox/ledger`;
		return (await axios.get<{ entries: LedgerEntry[] }>(url, { proxy: false })).data.entries;
	}
}
