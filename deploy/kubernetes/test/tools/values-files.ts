import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const EXAMPLES_DIR = join(import.meta.dirname, '../../examples');

/** Plain manifests of the servers for `dev.yaml`. */
export const DEV_SERVERS = join(EXAMPLES_DIR, 'dev-servers.yaml');

/** Values for a typical installation: managed servers behind an ingress, the minimum, … */
export const exampleValues = (name: string): string => join(EXAMPLES_DIR, `${name}.yaml`);

/** Values with every part of the chart enabled and every setting given. */
export const EVERY_PART = join(import.meta.dirname, '../values/every-part.yaml');

/** Example values by name, and values with everything enabled. */
export const VALUES_FILES: readonly (readonly [string, string])[] = [
  ...readdirSync(EXAMPLES_DIR)
    .filter((file) => file !== basename(DEV_SERVERS))
    .map((file) => [file, join(EXAMPLES_DIR, file)] as const),
  ['every part', EVERY_PART],
];
