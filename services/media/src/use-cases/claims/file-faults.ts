import { AppError, type ErrorCode } from '@output-review/errors';

const FAULTS: ReadonlySet<ErrorCode> = new Set(['UNPROCESSABLE_ATTACHMENT', 'PAYLOAD_TOO_LARGE']);

/** Gathers what is wrong with the files of a submission, so that all of it is told at once. */
export class FileFaults {
  readonly #sentences: Record<string, string> = {};
  #areAllConsumed = true;
  #isAnyTooLarge = false;

  /** @param field such as `attachments.2`. */
  add(field: string, sentence: string): void {
    this.#sentences[field] = sentence;
    this.#areAllConsumed = false;
  }

  /** An upload that another output has. */
  addConsumed(field: string): void {
    this.#sentences[field] = 'Another output has this upload already; upload the file again.';
  }

  /**
   * Takes what a file failed with.
   *
   * @throws whatever is no fault of the file.
   */
  take(field: string, error: unknown): void {
    if (!(error instanceof AppError) || !FAULTS.has(error.code)) throw error;
    this.add(field, error.message);
    this.#isAnyTooLarge ||= error.code === 'PAYLOAD_TOO_LARGE';
  }

  /** @throws what `error` tells. */
  throwAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /**
   * UPLOAD_CONSUMED where that is all that is wrong; PAYLOAD_TOO_LARGE where any file is; else
   * UNPROCESSABLE_ATTACHMENT; null where nothing is wrong.
   */
  error(): AppError | null {
    const fields = this.#sentences;
    if (Object.keys(fields).length === 0) return null;
    if (this.#areAllConsumed) {
      const sentence = 'An upload belongs to another output; see fields.';
      return new AppError('UPLOAD_CONSUMED', sentence, { fields });
    }
    const code = this.#isAnyTooLarge ? 'PAYLOAD_TOO_LARGE' : 'UNPROCESSABLE_ATTACHMENT';
    return new AppError(code, 'A file cannot be taken; see fields.', { fields });
  }
}
