import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian puts PostgreSQL's server programs aside, one folder a version. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

const INSTALL = 'apt-get install -y --no-install-recommends redis-server postgresql';

/** The programs that queue mode needs in addition to n8n. */
export interface QueuePrograms {
	redisServer: string;
	/** The folder with `initdb`, `postgres` and `psql`. */
	postgresFolder: string;
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function newestPostgres(): string[] {
	if (!existsSync(POSTGRES_FOLDER)) return [];
	const versions = readdirSync(POSTGRES_FOLDER).sort((a, b) => Number(b) - Number(a));
	return versions.map((version) => join(POSTGRES_FOLDER, version, 'bin'));
}

/** Finds Redis and PostgreSQL. @throws Error with the line that installs what is missing */
export function findQueuePrograms(path = process.env.PATH ?? ''): QueuePrograms {
	const folders = path.split(delimiter);
	const redisServer = folders.map((folder) => join(folder, 'redis-server')).find(isProgram);
	const postgresFolder = [...newestPostgres(), ...folders].find((folder) =>
		['initdb', 'postgres', 'psql'].every((program) => isProgram(join(folder, program))),
	);
	if (redisServer === undefined || postgresFolder === undefined) {
		const missing = [
			...(redisServer === undefined ? ['redis-server'] : []),
			...(postgresFolder === undefined ? ['PostgreSQL (initdb, postgres, psql)'] : []),
		];
		throw new Error(
			`Queue mode needs ${missing.join(' and ')}, which this machine has not.\nOn Debian:  ${INSTALL}`,
		);
	}
	return { redisServer, postgresFolder };
}
