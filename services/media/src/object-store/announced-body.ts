import { pipeline, type Readable, Transform } from 'node:stream';

import { AppError } from '@output-review/errors';

/**
 * A body checked against its declared size. Its failures are the sender's fault, and a store must not report them as
 * its own outage.
 */
export class AnnouncedBody {
  /** Fails at the first byte over the size, or at an early end. */
  readonly stream: Readable;
  readonly #source: Readable;
  #failure: Error | null = null;

  constructor(source: Readable, size: number) {
    const held = holdTo(size);
    this.#source = source;
    // If the store fails, both streams are destroyed, `held` first.
    source.once('error', (error: Error) => {
      if (!held.destroyed) this.#failure = error;
    });
    this.stream = pipeline(source, held, () => {});
    // It may fail before there is a reader.
    held.on('error', () => {});
  }

  /** Stops reading. */
  destroy(): void {
    this.#source.destroy();
    this.stream.destroy();
  }

  /** The error of the source; null if it did not fail. */
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
