import { AppError } from '@output-review/errors';

/** Somebody is deleting the project or task this moment; it is settled within seconds. */
export function projectIsClosing(): AppError {
  return new AppError('UNAVAILABLE', 'This project or task is being deleted.', {
    retryAfterSeconds: 1,
  });
}
