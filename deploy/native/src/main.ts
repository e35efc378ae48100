import { DataDirInUseError } from '@output-review/runtime';

import { down } from './commands/down.ts';
import { makeCommandLine } from './commands/parse-arguments.ts';
import { passedSettings } from './commands/passed-settings.ts';
import { up } from './commands/up.ts';
import { StackRunsError } from './stack/start-stack.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopping.abort(new Error('Interrupted; what was started is stopped.')));
}

try {
  const env = passedSettings(process.env);
  await makeCommandLine({
    up: (options) => up({ ...options, env, signal: stopping.signal }),
    down,
  }).parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof StackRunsError) {
    return `Parts of it run already (${error.running.join(', ')}). Stop them first: npm run stack:down`;
  }
  if (error instanceof DataDirInUseError) {
    return `It is being started already, by process ${error.pid}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
