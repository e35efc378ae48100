import type { Logger } from 'typeorm';

/** TypeORM writes failures to stdout, which is for people; whoever gets the error logs it. */
export const quietLogger: Logger = {
  logQuery: () => {},
  logQueryError: () => {},
  logQuerySlow: () => {},
  logSchemaBuild: () => {},
  logMigration: () => {},
  log: () => {},
};
