import { rmSync } from 'node:fs';

/** tsc leaves files of deleted sources behind; they would be published. */
rmSync('dist', { recursive: true, force: true });
