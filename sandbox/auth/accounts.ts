import type { Login } from '../catalogue';

export interface Account extends Login {
	wrongPasswordsInARow: number;
	locked: boolean;
}

/** The people who may log in. Too many wrong passwords in a row lock an account for good. */
export class Accounts {
	readonly all: Account[];

	constructor(logins: Login[]) {
		this.all = logins.map((login) => ({ ...login, wrongPasswordsInARow: 0, locked: false }));
	}

	find(username: string): Account | undefined {
		return this.all.find((account) => account.username === username);
	}
}

/** Whether the password is right; counts wrong ones and locks the account at `lockAfter` (0: never). */
export function checkPassword(account: Account, password: string, lockAfter: number): boolean {
	if (account.password === password) {
		account.wrongPasswordsInARow = 0;
		return true;
	}
	account.wrongPasswordsInARow += 1;
	account.locked = lockAfter > 0 && account.wrongPasswordsInARow >= lockAfter;
	return false;
}
