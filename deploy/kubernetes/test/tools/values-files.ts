import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const EXAMPLES_DIR = join(import.meta.dirname, '../../examples');

/** Plain manifests of the servers that `dev.yaml` is about. */
export const DEV_SERVERS = join(EXAMPLES_DIR, 'dev-servers.yaml');

/** Values for a usual installation: managed servers behind an ingress, the least, … */
export const exampleValues = (name: string): string => join(EXAMPLES_DIR, `${name}.yaml`);

/** Every part of the chart is on, and every setting has a value. */
export const EVERY_PART = join(import.meta.dirname, '../values/every-part.yaml');

/** What people install, by name, and all that the chart can do. */
export const VALUES_FILES: readonly (readonly [string, string])[] = [
  ...readdirSync(EXAMPLES_DIR)
    .filter((file) => file !== basename(DEV_SERVERS))
    .map((file) => [file, join(EXAMPLES_DIR, file)] as const),
  ['every part', EVERY_PART],
];
