export { eventually } from './eventually.ts';
export { FakeClock } from './fake-clock.ts';
export { silentLog } from './silent-log.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
