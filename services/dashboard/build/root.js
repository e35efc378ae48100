import { fileURLToPath } from 'node:url';

/** The folder of this workspace. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));
