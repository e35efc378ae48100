import type { FileData } from '@output-review/contracts';
import { AppError, assertNever } from '@output-review/errors';

import type { Context } from '../context.ts';
import { insertClaim } from './begin-claim.sql.ts';
import {
  type Beginning,
  type ClaimedUpload,
  type Claiming,
  type ExpectedFile,
  FileFaults,
  NO_SUCH_FILE,
} from './claims.pure.ts';
import { type Caller, settleClaims } from './claims.ts';

export type Begun =
  | { readonly uploads: readonly ClaimedUpload[] }
  | { readonly complete: readonly FileData[] };

// A claim on the output may be in the way, then one on its uploads. Each try settles what blocks it.
const TRIES_MAX = 3;

/**
 * Begins a claim. An unconfirmed claim of another attempt is settled first.
 *
 * @throws AppError CONFLICT if the output has other files or was deleted; UPLOAD_CONSUMED, UNPROCESSABLE_ATTACHMENT if
 *   an upload is not available; UNAVAILABLE.
 */
export async function beginClaim(ctx: Context, claiming: Claiming, caller: Caller): Promise<Begun> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const begun = await tryBegin(ctx, claiming, caller);
    if (begun) return begun;
  }
  throw busy();
}

/** @returns null if the caller should try again. */
async function tryBegin(ctx: Context, claiming: Claiming, caller: Caller): Promise<Begun | null> {
  const beginning = await insertOrRollBack(ctx, claiming);
  switch (beginning.outcome) {
    case 'begun':
      return { uploads: beginning.uploads };
    case 'complete':
      return { complete: beginning.files };
    case 'running':
      throw busy();
    case 'taken':
      throw new AppError('CONFLICT', 'The output already has the files of another submission.');
    case 'deleted':
      throw new AppError('CONFLICT', 'The output was deleted.');
    case 'refused': {
      const { holders } = beginning;
      const states = holders.length === 0 ? [] : await settleClaims(ctx, holders, caller);
      if (states.includes('gone')) return null;
      throw refusalOf(claiming.files, beginning);
    }
    case 'unsettled': {
      const [state] = await settleClaims(ctx, [beginning.other], caller);
      if (state === 'open') throw busy();
      return null;
    }
    default:
      return assertNever(beginning);
  }
}

/** Thrown to roll back the transaction of a claim that did not begin. */
class NotBegun extends Error {
  override readonly name = 'NotBegun';
  readonly beginning: Beginning;

  constructor(beginning: Beginning) {
    super('The claim did not begin');
    this.beginning = beginning;
  }
}

async function insertOrRollBack({ db, clock }: Context, claiming: Claiming): Promise<Beginning> {
  const createdAt = clock.now();
  try {
    return await db.transaction(async (tx) => {
      const beginning = await insertClaim(tx, claiming, createdAt);
      if (beginning.outcome !== 'begun') throw new NotBegun(beginning);
      return beginning;
    });
  } catch (error) {
    if (error instanceof NotBegun) return error.beginning;
    throw error;
  }
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
  return new AppError(
    'UNAVAILABLE',
    'The files of this output are being stored right now. Try again in a moment.',
  );
}
