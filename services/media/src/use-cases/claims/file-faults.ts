import { AppError } from '@output-review/errors';

/** Gathers what is wrong with the files of a submission, so that all of it is told at once. */
export class FileFaults {
  readonly #sentences: Record<string, string> = {};
  #areAllConsumed = true;

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
    if (!(error instanceof AppError) || error.code !== 'UNPROCESSABLE_ATTACHMENT') throw error;
    this.add(field, error.message);
  }

  /** @throws what `error` tells. */
  throwAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /** UPLOAD_CONSUMED where that is all that is wrong, else UNPROCESSABLE_ATTACHMENT; null where nothing is. */
  error(): AppError | null {
    const fields = this.#sentences;
    if (Object.keys(fields).length === 0) return null;
    return this.#areAllConsumed
      ? new AppError('UPLOAD_CONSUMED', 'An upload belongs to another output; see fields.', {
          fields,
        })
      : new AppError('UNPROCESSABLE_ATTACHMENT', 'A file cannot be taken; see fields.', { fields });
  }
}
