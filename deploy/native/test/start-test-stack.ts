import { startTestPostgres } from '../../../libs/runtime/src/testing/test-postgres.ts';
import { startTestStack } from './test-stack.ts';

/** Before all tests on the stack. Databases of single tests are on a server of their own: roles are shared. */
export default async function start(): Promise<void> {
  await startTestPostgres(process.env);
  await startTestStack(process.env);
}
