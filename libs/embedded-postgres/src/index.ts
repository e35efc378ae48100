export { type Account, parsePasswd } from './account.ts';
export { acquireDataDirLock, DataDirInUseError } from './data-dir-lock.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
export { identityOf } from './process-identity.ts';
export { SHARED_SETTINGS } from './server-settings.ts';
export { type ServerLog } from './supervise.ts';
