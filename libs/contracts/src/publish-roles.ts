import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { OPERATIONS } from './http/operations.ts';
import { describeRoles } from './roles/describe-roles.ts';

writeFileSync(
  fileURLToPath(new URL('../../../docs/roles.md', import.meta.url)),
  describeRoles(OPERATIONS),
);
