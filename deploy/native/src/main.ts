import { DataDirInUseError } from '@output-review/embedded-postgres';

import { makeCommandLine } from './commands/parse-arguments.ts';
import { passedSettings } from './commands/passed-settings.ts';
import { down, up } from './commands/up-down.ts';
import { StackRunsError } from './stack/start-stack.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () =>
    stopping.abort(new Error('Interrupted. Everything that was started has been stopped.')),
  );
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
    return (
      `Parts of the stack are already running (${error.running.join(', ')}). Stop them first: ` +
      'npm run stack:down'
    );
  }
  if (error instanceof DataDirInUseError) {
    return `The stack is already being started by process ${error.pid}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
