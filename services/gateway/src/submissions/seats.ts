import { AppError } from '@output-review/errors';

export interface SeatLimits {
  readonly perWorkspaceMax: number;
  readonly perProcessMax: number;
  /** What whoever finds none is told. */
  readonly refusal: string;
}

/**
 * Counts what holds a connection of this process to another service for as long as somebody's server likes:
 * no workspace holds those of all others.
 */
export class Seats {
  readonly #limits: SeatLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  /** @returns what gives it back. @throws AppError UNAVAILABLE where none is left. */
  take(workspaceId: string): () => void {
    const { perWorkspaceMax, perProcessMax, refusal } = this.#limits;
    const taken = this.#taken.get(workspaceId) ?? 0;
    if (taken >= perWorkspaceMax || this.#all >= perProcessMax) {
      throw new AppError('UNAVAILABLE', refusal);
    }
    this.#add(workspaceId, 1);
    return () => this.#add(workspaceId, -1);
  }

  #add(workspaceId: string, by: 1 | -1): void {
    this.#all += by;
    const taken = (this.#taken.get(workspaceId) ?? 0) + by;
    if (taken === 0) this.#taken.delete(workspaceId);
    else this.#taken.set(workspaceId, taken);
  }
}
