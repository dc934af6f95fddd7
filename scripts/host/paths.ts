import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The root of the project. */
export const projectRoot = resolve(__dirname, '..', '..');

/** The folder for logs and other files of trials and tests; git ignores it. n8n's folders are elsewhere. */
export const scratchRoot = join(projectRoot, '.scratch');

/** The private package that holds n8n and the Node it needs. */
export const n8nHome = join(projectRoot, 'scripts', 'n8n');

const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const thisCheckout = createHash('sha256').update(projectRoot).digest('hex').slice(0, 8);

/**
 * The n8n user folders of this checkout. They lie outside the project: from within it, the installed
 * package would find the `n8n-workflow` of the project's own node_modules before n8n's.
 */
export const userFolders = join(caches, 'n8n-nodes-mobile-billing', thisCheckout);

/** The n8n folder of `npm run try`; it's kept from one start to the next. */
export const tryFolder = join(userFolders, 'try');
