import { startTestPostgres } from '../../../libs/runtime/src/testing/test-postgres.ts';
import { startTestStack } from './test-stack.ts';

/**
 * Global setup of the stack tests. Databases of single tests use a separate server, because roles are shared per
 * server.
 */
export default async function start(): Promise<void> {
  await startTestPostgres(process.env);
  await startTestStack(process.env);
}
