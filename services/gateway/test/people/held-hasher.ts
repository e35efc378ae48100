import { quickHasher } from '@output-review/runtime/testing';

import type { PasswordHasher } from '../../src/people/hash-queue.ts';

/** Hashes only when the test allows it. */
export class HeldHasher implements PasswordHasher {
  /** The passwords being hashed or verified, oldest first. */
  readonly running: { readonly password: string; readonly release: () => void }[] = [];
  /** The most that ran concurrently. */
  runningMax = 0;
  isHeld = true;

  async hash(password: string): Promise<string> {
    await this.#hold(password);
    return quickHasher.hash(password);
  }

  async verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean> {
    await this.#hold(kept.password);
    return quickHasher.verify(kept);
  }

  releaseOldest(): void {
    this.running.shift()?.release();
  }

  /** Releases all, and holds back nothing from now on. */
  releaseAll(): void {
    this.isHeld = false;
    while (this.running.length > 0) this.releaseOldest();
  }

  async #hold(password: string): Promise<void> {
    if (!this.isHeld) return;
    await new Promise<void>((release) => {
      this.running.push({ password, release });
      this.runningMax = Math.max(this.runningMax, this.running.length);
    });
  }
}
