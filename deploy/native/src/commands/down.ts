import { stopStack } from '../stack/stop-stack.ts';

/** Stops the stack of a folder, and says what it has stopped. */
export async function down(dataDir: string): Promise<void> {
  const stopped = await stopStack(dataDir);
  console.log(stopped.length === 0 ? 'Nothing runs.' : `Stopped: ${stopped.join(', ')}`);
}
