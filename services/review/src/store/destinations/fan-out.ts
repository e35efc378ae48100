import type { OutputEvent } from '@output-review/contracts';
import { textArray, type Transaction } from '@output-review/runtime';

import type { OutputKey } from '../../domain/output.ts';
import { FAN_OUT } from './fan-out-sql.ts';

/** What destinations are told of; without a time it happened when the output was evaluated. */
export interface FannedOut extends OutputKey {
  readonly event: OutputEvent;
  readonly at?: Date;
  /** What is to be learnt from the output. */
  readonly lesson?: string;
  /** Whether every channel is told, whatever it is told otherwise. */
  readonly isForced?: boolean;
}

/**
 * Writes the deliveries of what happened, in its transaction, when the rows of the outputs stand as they
 * will be committed. @returns whether there are any.
 */
export async function fanOut(tx: Transaction, happened: readonly FannedOut[]): Promise<boolean> {
  if (happened.length === 0) return false;
  const { rowCount } = await tx.query({
    name: 'fan-out',
    text: FAN_OUT,
    values: [
      textArray(happened.map(({ workspaceId }) => workspaceId)),
      textArray(happened.map(({ id }) => id)),
      happened.map(({ event }) => event),
      happened.map(({ at }) => at ?? null),
      textArray(happened.map(({ lesson }) => lesson ?? null)),
      happened.map(({ isForced }) => isForced ?? false),
    ],
  });
  return (rowCount ?? 0) > 0;
}
