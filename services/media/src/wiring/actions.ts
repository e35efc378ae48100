import {
  type EgressGuard,
  makeReplayDeadLetters,
  newId,
  type ServiceClient,
} from '@output-review/runtime';

import type { SpoolBudget } from '../bytes/spool-budget.ts';
import { makeAskGateway } from '../clients/file-claims-client.ts';
import { makeReplayHandlers } from '../consumers/replay-handlers.ts';
import type { FileActions } from '../http/internal/file-actions.ts';
import { makeKeyReader } from '../links/read-key.ts';
import type { SeenMediaOptions } from '../options.ts';
import { makeChangeQuota } from '../use-cases/change-quota.ts';
import { makeClaimFiles } from '../use-cases/claims/claim-files.ts';
import type { ClaimKey } from '../use-cases/claims/claim-store.ts';
import { makeDeleteFiles } from '../use-cases/claims/delete-files.ts';
import { makeSettleClaims, type SettleClaims } from '../use-cases/claims/settle-claims.ts';
import { makeSettleUnconfirmed } from '../use-cases/claims/settle-unconfirmed.ts';
import { makeTakeBytes } from '../use-cases/claims/take-bytes.ts';
import type { CheckFiles } from '../use-cases/keeper/check-files.ts';
import { type FindMedia, makeFindMedia } from '../use-cases/media/find-media.ts';
import type { Jobs } from './jobs.ts';
import type { Stores } from './stores.ts';

export interface ActionParts {
  readonly stores: Stores;
  readonly jobs: Jobs;
  readonly egress: EgressGuard;
  readonly spoolBudget: SpoolBudget;
  readonly gateway: ServiceClient;
  readonly checkFiles: CheckFiles;
}

/** What the routes do. */
export interface Actions extends FileActions {
  readonly findMedia: FindMedia;
}

export function makeActions(options: SeenMediaOptions, parts: ActionParts): Actions {
  const { objectStore: store, clock, quotaBytes } = options;
  const { stores, jobs, gateway, checkFiles } = parts;
  const { claims, media, uploads, usage, deadLetters } = stores;
  const now = () => clock.now();
  const settleClaims = makeSettleClaims({ claims, now, onDoomed: jobs.wakeRemoval });
  const findMedia = makeFindMedia({ media, uploads, settleClaims, store });
  const deleteFiles = makeDeleteFiles({ claims, now, onDoomed: jobs.wakeRemoval });
  return {
    findMedia,
    claimFiles: makeClaiming(options, parts, { settleClaims, findMedia }),
    confirmFiles: async (claim: ClaimKey) => {
      await claims.confirm(claim, now());
      jobs.wakeRemoval();
    },
    releaseFiles: async (claim: ClaimKey) => {
      await claims.release(claim, now());
      jobs.wakeRemoval();
    },
    deleteFiles,
    settleUnconfirmed: makeSettleUnconfirmed({ claims, settleClaims, now }),
    checkFiles,
    readUsage: usage.read,
    changeQuota: makeChangeQuota({ usage, operatorQuotaBytes: quotaBytes }),
    gatewayFor: (caller) => makeAskGateway(gateway, caller),
    deadLetters,
    replay: makeReplayDeadLetters({
      deadLetters,
      handlers: makeReplayHandlers({ deleteFiles, erased: stores.erased }),
    }),
  };
}

function makeClaiming(
  { objectStore: store, spoolDir, links, clock, log }: SeenMediaOptions,
  { stores, jobs, egress, spoolBudget }: ActionParts,
  { settleClaims, findMedia }: { settleClaims: SettleClaims; findMedia: FindMedia },
): FileActions['claimFiles'] {
  const claimFiles = makeClaimFiles({
    ...stores,
    takeBytes: makeTakeBytes({ store, egress, spoolFolder: spoolDir }),
    spoolBudget,
    settleClaims,
    readKey: makeKeyReader(links),
    findMedia,
    newId,
    now: () => clock.now(),
    log,
  });
  return async (...wanted) => {
    try {
      return await claimFiles(...wanted);
    } catch (error) {
      // What it had stored is doomed.
      jobs.wakeRemoval();
      throw error;
    }
  };
}
