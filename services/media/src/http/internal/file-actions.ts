import type { FileData } from '@output-review/contracts';
import type { DeadLetterRoutesDeps } from '@output-review/runtime';

import type { Usage } from '../../domain/usage.ts';
import type { makeChangeQuota } from '../../use-cases/change-quota.ts';
import type { Caller } from '../../use-cases/claims/caller.ts';
import type { ClaimKey } from '../../use-cases/claims/claim-store.ts';
import type { DeleteFiles } from '../../use-cases/claims/delete-files.ts';
import type { AskGateway } from '../../use-cases/claims/settle-claims.ts';
import type { SettleUnconfirmed } from '../../use-cases/claims/settle-unconfirmed.ts';
import type { References } from '../../use-cases/claims/source-files.ts';
import type { CheckFiles } from '../../use-cases/keeper/check-files.ts';

/** What the internal routes do. */
export interface FileActions {
  readonly claimFiles: (
    claim: ClaimKey,
    references: References,
    askGateway: AskGateway,
  ) => Promise<readonly FileData[]>;
  readonly confirmFiles: (claim: ClaimKey) => Promise<void>;
  readonly releaseFiles: (claim: ClaimKey) => Promise<void>;
  readonly deleteFiles: DeleteFiles;
  readonly settleUnconfirmed: SettleUnconfirmed;
  readonly checkFiles: CheckFiles;
  readonly readUsage: (workspaceId: string) => Promise<Usage>;
  readonly changeQuota: ReturnType<typeof makeChangeQuota>;
  readonly gatewayFor: (caller: Caller) => AskGateway;
  readonly deadLetters: DeadLetterRoutesDeps['deadLetters'];
  readonly replay: DeadLetterRoutesDeps['replay'];
}
