import { AppError } from '@output-review/errors';

export type Replayed = 'replayed' | 'not_there' | 'ended' | 'output_gone';

interface Deps {
  readonly replayOne: (workspaceId: string, id: string) => Promise<Replayed>;
  readonly replayDead: (dead: DeadDeliveries) => Promise<DeadReplayed>;
}

export interface DeadDeliveries {
  readonly workspaceId: string;
  readonly destinationId: string;
  /** What happened before is left; null: nothing is. */
  readonly since: Date | null;
}

export type DeadReplayed = { readonly count: number } | Extract<Replayed, 'not_there' | 'ended'>;

const ENDED = 'Its destination has ended, and nothing is sent there any more.';

/** Has a delivery sent again, whether it came through or not. @throws AppError NOT_FOUND, CONFLICT. */
export const makeReplayDelivery =
  ({ replayOne }: Pick<Deps, 'replayOne'>) =>
  async (workspaceId: string, id: string): Promise<void> => {
    const result = await replayOne(workspaceId, id);
    if (result === 'not_there') throw new AppError('NOT_FOUND', 'There is no such delivery.');
    if (result === 'ended') throw new AppError('CONFLICT', ENDED);
    if (result === 'output_gone') throw new AppError('CONFLICT', 'Its output was deleted.');
  };

/**
 * Has the dead deliveries of a destination sent again, and switches it on where it was switched off for
 * failing. @returns how many. @throws AppError NOT_FOUND, CONFLICT.
 */
export const makeReplayDead =
  ({ replayDead }: Pick<Deps, 'replayDead'>) =>
  async (dead: DeadDeliveries): Promise<number> => {
    const result = await replayDead(dead);
    if (result === 'not_there') throw new AppError('NOT_FOUND', 'There is no such destination.');
    if (result === 'ended') throw new AppError('CONFLICT', ENDED);
    return result.count;
  };
