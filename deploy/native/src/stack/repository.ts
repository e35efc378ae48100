import { fileURLToPath } from 'node:url';

/** The root of the repository, from the built file as from its source. */
export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
