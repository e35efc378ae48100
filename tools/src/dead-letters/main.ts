import { AppError } from '@output-review/errors';
import { Command } from 'commander';

import { type DeadLetterDesk, type Letter, openDeadLetterDesk } from './dead-letter-desk.ts';
import { findServices } from './services-access.ts';

interface Flags {
  readonly all: boolean;
  readonly dataDir: string;
}

const program = new Command('dead-letters').description(
  'Messages that a consumer could not handle and set aside.\n\n' +
    'It asks the service that runs on the data folder; or, where ASSERTION_PRIVATE_KEY is set, those at\n' +
    'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL.',
);

withDataDir(program.command('list'))
  .description('Shows them, oldest first')
  .option('--all', 'those that were replayed too', false)
  .action(({ all, dataDir }: Flags) =>
    atDesk(dataDir, async (desk) => {
      const letters = await desk.list({ all });
      console.log(letters.length === 0 ? 'No dead letters.' : letters.map(describe).join('\n\n'));
      return true;
    }),
  );

withDataDir(program.command('replay'))
  .description('Handles them again; one that fails again stays')
  .argument('[ids...]', 'ids as `list` shows them')
  .option('--all', 'every one that was not replayed', false)
  .action((ids: string[], { all, dataDir }: Flags, command: Command) => {
    if (all === ids.length > 0) command.error('Name the ids, or say --all.');
    return atDesk(dataDir, (desk) => replay(desk, ids));
  });

await program.parseAsync();

function withDataDir(command: Command): Command {
  return command.option('--data-dir <dir>', 'its DATA_DIR', process.env['DATA_DIR'] ?? '.data');
}

/** @param ids none means all. */
async function replay(desk: DeadLetterDesk, ids: readonly string[]): Promise<boolean> {
  const letters = await desk.list({ all: ids.length > 0 });
  const unknown = ids.filter((id) => !letters.some((letter) => letter.id === id));
  const chosen = letters.filter(({ id }) => ids.length === 0 || ids.includes(id));

  const { replayed, failed } = await desk.replay(chosen);

  for (const id of unknown) console.error(`${id}: there is no such dead letter`);
  for (const { id, reason } of failed) console.error(`${id}: failed again: ${reason}`);
  console.log(`${replayed.length} replayed, ${failed.length + unknown.length} not.`);
  return failed.length + unknown.length === 0;
}

async function atDesk(
  dataDir: string,
  work: (desk: DeadLetterDesk) => Promise<boolean>,
): Promise<void> {
  try {
    const desk = openDeadLetterDesk(await findServices(process.env, dataDir));
    const isFine = await work(desk).finally(() => desk.close());
    process.exitCode = isFine ? 0 : 1;
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function describe(letter: Letter): string {
  return [
    `${letter.id}  ${letter.service}  ${letter.setAsideAt}${letter.replayedAt ? `  replayed ${letter.replayedAt}` : ''}`,
    `  ${letter.topic}  ${letter.key}  (${letter.position}, ${letter.attempts} attempts)`,
    `  ${letter.code}: ${letter.reason}`,
  ].join('\n');
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') {
    return 'A service does not answer: do all of them run?';
  }
  return error instanceof Error ? error.message : String(error);
}
