export { type Account, parsePasswd } from './account.ts';
export { acquireDataDirLock, type DataDirLock, DataDirInUseError } from './data-dir-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
export { identityOf } from './process-identity.ts';
export { type ServerSettings, SHARED_SETTINGS } from './server-settings.ts';
export { type ServerLog } from './supervise.ts';
