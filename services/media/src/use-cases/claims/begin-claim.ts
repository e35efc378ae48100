import type { FileClaimState, FileData } from '@output-review/contracts';
import { AppError, assertNever } from '@output-review/errors';

import type { ClaimedUpload, ClaimKey, ClaimStore } from './claim-store.ts';
import { FileFaults } from './file-faults.ts';
import type { AskGateway, SettleClaims } from './settle-claims.ts';
import { NO_SUCH_FILE } from './source-files.ts';
import type { ExpectedFile } from './take-bytes.ts';

export interface BeginClaimDeps {
  readonly claims: Pick<ClaimStore, 'begin'>;
  readonly settleClaims: SettleClaims;
  readonly now: () => Date;
}

/** The files of one attempt, before their bytes. */
export interface Claiming {
  readonly claim: ClaimKey;
  readonly files: readonly ExpectedFile[];
}

export type Begun =
  { readonly uploads: readonly ClaimedUpload[] } | { readonly complete: readonly FileData[] };

// What is in the way may be a claim on the output, then one on its uploads; each goes when it is settled.
const TRIES_MAX = 3;

/**
 * Begins a claim. One of another attempt that nobody has confirmed is settled first.
 *
 * @throws AppError CONFLICT where the output has other files or was deleted; UPLOAD_CONSUMED,
 *   UNPROCESSABLE_ATTACHMENT where an upload cannot be had; UNAVAILABLE.
 */
export async function beginClaim(
  deps: BeginClaimDeps,
  claiming: Claiming,
  askGateway: AskGateway,
): Promise<Begun> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const begun = await tryBegin(deps, claiming, askGateway);
    if (begun) return begun;
  }
  throw busy();
}

/** @returns null where it is to be tried again. */
async function tryBegin(
  { claims, settleClaims, now }: BeginClaimDeps,
  { claim, files }: Claiming,
  askGateway: AskGateway,
): Promise<Begun | null> {
  const uploadKeys = [
    ...new Set(files.flatMap(({ source }) => (source.kind === 'upload' ? [source.key] : []))),
  ];
  const beginning = await claims.begin({ claim, files, uploadKeys, createdAt: now() });
  switch (beginning.outcome) {
    case 'begun':
      return { uploads: beginning.uploads };
    case 'complete':
      return { complete: beginning.files };
    case 'running':
      throw busy();
    case 'taken':
      throw new AppError('CONFLICT', 'The output has files of another submission.');
    case 'deleted':
      throw new AppError('CONFLICT', 'The output was deleted.');
    case 'refused': {
      const states = await settleAny(settleClaims, beginning.holders, askGateway);
      if (states.includes('gone')) return null;
      throw refusalOf(files, beginning);
    }
    case 'unsettled': {
      const [state] = await settleClaims([beginning.other], askGateway);
      if (state === 'open') throw busy();
      return null;
    }
    default:
      return assertNever(beginning);
  }
}

async function settleAny(
  settleClaims: SettleClaims,
  claims: readonly ClaimKey[],
  askGateway: AskGateway,
): Promise<readonly FileClaimState[]> {
  return claims.length === 0 ? [] : settleClaims(claims, askGateway);
}

function refusalOf(
  files: readonly ExpectedFile[],
  refused: { readonly unknown: readonly string[]; readonly consumed: readonly string[] },
): Error {
  const faults = new FileFaults();
  for (const { field, source } of files) {
    if (source.kind !== 'upload') continue;
    if (refused.unknown.includes(source.key)) faults.add(field, NO_SUCH_FILE);
    if (refused.consumed.includes(source.key)) faults.addConsumed(field);
  }
  return faults.error() ?? busy();
}

function busy(): AppError {
  return new AppError('UNAVAILABLE', 'The files of this output are being taken in right now.');
}
