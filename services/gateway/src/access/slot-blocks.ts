import { RATE_WINDOW_MS, type RateWindow } from '../rate-limit/rate-window.ts';

export interface SlotBlocksOptions {
  readonly window: RateWindow;
  /** Milliseconds of a monotonic clock. */
  readonly readMs: () => number;
}

interface Block {
  left: number;
  /** What is left of the block expires then. */
  endsAtMs: number;
  /** Resolves to whether a block was free; concurrent callers share it. */
  taking: Promise<boolean> | null;
}

// Approximate number of blocks per window, for any limit.
const BLOCKS_A_WINDOW = 60;

/**
 * Counts calls that are too frequent to count one by one: takes a block of calls from the shared window and hands them
 * out locally. With 600 calls per minute a block is 10, so nine of ten calls stay local.
 *
 * This makes the limit approximate, with an error of less than a block per process. In any 60 s, up to that many more
 * calls may pass from a block begun earlier, and up to that many fewer because of unused blocks. With a limit below 120
 * a block is one call and the limit is exact.
 */
export class SlotBlocks {
  readonly #options: SlotBlocksOptions;
  readonly #blocks = new Map<string, Block>();
  #evictAtMs = 0;

  constructor(options: SlotBlocksOptions) {
    this.#options = options;
  }

  /**
   * @param limit calls in any 60,000 ms.
   * @returns whether a slot was free.
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

  /** Gives a slot back to this process, for a call that need not count. */
  giveBack(key: string): void {
    const block = this.#blocks.get(key);
    if (block) block.left += 1;
  }

  /** The number of keys in memory. */
  get size(): number {
    return this.#blocks.size;
  }

  #blockOf(key: string): Block {
    const nowMs = this.#options.readMs();
    if (nowMs >= this.#evictAtMs) this.#evictEnded(nowMs);
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
      // Starts before the window counts the block, so that the block expires no later than its slot in the window.
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

  #evictEnded(nowMs: number): void {
    this.#evictAtMs = nowMs + RATE_WINDOW_MS;
    for (const [key, { endsAtMs, taking }] of this.#blocks) {
      if (endsAtMs <= nowMs && taking === null) this.#blocks.delete(key);
    }
  }
}
