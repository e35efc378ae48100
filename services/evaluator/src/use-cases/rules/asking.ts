import type { AuditOrigin } from '@output-review/runtime';

import type { Registry } from './locate-rule.ts';

/** Who asks for a change of rules, and in whose name names are looked up. */
export interface Asking {
  readonly origin: AuditOrigin;
  readonly registry: Registry;
}
