import { getMedia, getMediaUrl } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

/** What this service owns, as long as it keeps no files: no key names one. */
export const ROUTES: readonly Route[] = [
  implement(getMediaUrl, async () => {
    throw noFile();
  }),
  implement(getMedia, async () => {
    throw noFile();
  }),
];

function noFile(): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.');
}
