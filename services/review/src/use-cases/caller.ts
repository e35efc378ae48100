import type { WorkspacePrincipal } from '@output-review/contracts';
import type { AuditOrigin } from '@output-review/runtime';

/** Who asks for a change, and from where; every request is one. */
export interface Caller extends AuditOrigin {
  readonly principal: WorkspacePrincipal;
}
