import { AppError, type FieldMessages } from '@output-review/errors';

/** An upload belongs to the first output that names it. */
export function uploadConsumed(fields: FieldMessages = {}): AppError {
  return new AppError('UPLOAD_CONSUMED', 'An output has this upload already.', { fields });
}
