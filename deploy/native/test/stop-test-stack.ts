import { stopTestPostgres } from '../../../libs/runtime/src/testing/test-postgres.ts';
import { stopTestStack } from './test-stack.ts';

/** Global teardown of the stack tests. */
export default async function stop(): Promise<void> {
  await stopTestStack();
  await stopTestPostgres(process.env);
}
