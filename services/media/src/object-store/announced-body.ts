import { pipeline, type Readable, Transform } from 'node:stream';

import { AppError } from '@output-review/errors';

/**
 * A body held to its announced size, and to the one who sends it: what fails here is the sender's
 * matter, and no store may take it for its own outage.
 */
export class AnnouncedBody {
  /** Fails at the first byte too many, and at an end that comes too early. */
  readonly stream: Readable;
  readonly #source: Readable;
  #failure: Error | null = null;

  constructor(source: Readable, size: number) {
    const held = holdTo(size);
    this.#source = source;
    // A store that fails takes both with it, the held one first.
    source.once('error', (error: Error) => {
      if (!held.destroyed) this.#failure = error;
    });
    this.stream = pipeline(source, held, () => {});
    // It may fail before anybody reads it.
    held.on('error', () => {});
  }

  /** Reads no more of it. */
  destroy(): void {
    this.#source.destroy();
    this.stream.destroy();
  }

  /** What the source failed with, null where it did not. */
  get failure(): Error | null {
    return this.#failure;
  }
}

function holdTo(size: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      passed += chunk.byteLength;
      if (passed > size) done(mismatch('more'));
      else done(null, chunk);
    },
    flush(done) {
      done(passed < size ? mismatch('fewer') : null);
    },
  });
}

function mismatch(difference: 'more' | 'fewer'): AppError {
  return new AppError('VALIDATION_FAILED', `The file has ${difference} bytes than announced.`);
}
