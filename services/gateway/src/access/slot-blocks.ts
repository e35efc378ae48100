import { RATE_WINDOW_MS, type RateWindow } from '../rate-limit/rate-window.ts';

export interface SlotBlocksOptions {
  readonly window: RateWindow;
  /** Milliseconds of a clock that only runs forward. */
  readonly readMs: () => number;
}

interface Block {
  left: number;
  /** What is left then is lost. */
  endsAtMs: number;
  /** Whether there was one more; those who come meanwhile wait for the same. */
  taking: Promise<boolean> | null;
}

// A window is taken in about so many parts, whatever its limit.
const BLOCKS_A_WINDOW = 60;

/**
 * Counts what is too frequent to be counted one by one: takes a block of calls from the shared window
 * and deals them out here. Of 600 calls a minute a block is 10, so nine of ten calls ask nobody.
 *
 * That makes the limit approximate, by less than a block for each process: in any 60 s so many more
 * may go through, from a block that was begun before, and so many fewer, of blocks that were not used
 * up. With a limit below 120 a block is one call, and the limit exact.
 */
export class SlotBlocks {
  readonly #options: SlotBlocksOptions;
  readonly #blocks = new Map<string, Block>();
  #forgetAtMs = 0;

  constructor(options: SlotBlocksOptions) {
    this.#options = options;
  }

  /**
   * @param limit calls in any 60,000 ms.
   * @returns whether there was one.
   */
  async take(key: string, limit: number): Promise<boolean> {
    const block = this.#blockOf(key);
    while (block.left === 0) {
      block.taking ??= this.#refill(block, { key, limit });
      if (!(await block.taking)) return false;
    }
    block.left -= 1;
    return true;
  }

  /** How many keys it remembers. */
  get size(): number {
    return this.#blocks.size;
  }

  #blockOf(key: string): Block {
    const nowMs = this.#options.readMs();
    if (nowMs >= this.#forgetAtMs) this.#forgetEnded(nowMs);
    const known = this.#blocks.get(key);
    if (known) {
      if (known.endsAtMs <= nowMs) known.left = 0;
      return known;
    }
    const block = { left: 0, endsAtMs: nowMs + RATE_WINDOW_MS, taking: null };
    this.#blocks.set(key, block);
    return block;
  }

  async #refill(block: Block, { key, limit }: { key: string; limit: number }): Promise<boolean> {
    const size = Math.max(1, Math.floor(limit / BLOCKS_A_WINDOW));
    try {
      // Its time begins before it is counted, so that it ends no later than there.
      const endsAtMs = this.#options.readMs() + RATE_WINDOW_MS;
      const slot = await this.#options.window.take(key, Math.floor(limit / size));
      if (!slot) return false;
      block.left = size;
      block.endsAtMs = endsAtMs;
      return true;
    } finally {
      block.taking = null;
    }
  }

  #forgetEnded(nowMs: number): void {
    this.#forgetAtMs = nowMs + RATE_WINDOW_MS;
    for (const [key, { endsAtMs, taking }] of this.#blocks) {
      if (endsAtMs <= nowMs && taking === null) this.#blocks.delete(key);
    }
  }
}
