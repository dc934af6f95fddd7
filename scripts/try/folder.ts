import { join } from 'node:path';

import { userFolders } from '../host/paths';

/** The n8n that is tried out; it stays from one start to the next. */
export const userFolder = join(userFolders, 'try');
