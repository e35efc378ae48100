import type { Logger } from '../base/logger.ts';

/** A log that nobody reads. */
export const silentLog: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
