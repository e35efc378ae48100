import type { ServerLog } from '@output-review/runtime';

/** The bench prints its own lines; what a server says only matters where it fails. */
export const silentServerLog: ServerLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};
