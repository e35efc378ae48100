import { stopTestPostgres } from '../../../libs/runtime/src/testing/test-postgres.ts';
import { stopTestStack } from './test-stack.ts';

/** After all tests on the stack. */
export default async function stop(): Promise<void> {
  await stopTestStack();
  await stopTestPostgres(process.env);
}
