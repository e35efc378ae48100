import { Command } from 'commander';

import { chooseLetters, type Letter, listLetters, nameOf, replayLetters } from './letters.ts';
import { CALLED_SERVICES, dataDirOption, exitBy } from '../services-access/operator-command.ts';
import type { ServiceCalls } from '../services-access/service-calls.ts';

// Letters are replayed one by one; a thousand take a while.
const REPLAY_TIMEOUT_MS = 300_000;

interface Flags {
  readonly all: boolean;
  readonly dataDir: string;
}

const program = new Command('dead-letters').description(
  `Lists and replays dead letters: messages that a consumer could not handle.\n\n${CALLED_SERVICES}`,
);

program
  .command('list')
  .description('Lists dead letters, oldest first')
  .addOption(dataDirOption)
  .option('--all', 'include those that were replayed', false)
  .action(({ all, dataDir }: Flags) =>
    exitBy({ dataDir, timeoutMs: REPLAY_TIMEOUT_MS }, (calls) => list(calls, all)),
  );

program
  .command('replay')
  .description('Replays dead letters. One that fails again is kept.')
  .addOption(dataDirOption)
  .argument(
    '[names...]',
    'names as `list` shows them; `3` is enough for `review/3` if no other service has a 3',
  )
  .option('--all', 'replay all that have not been replayed', false)
  .action((names: string[], { all, dataDir }: Flags, command: Command) => {
    if (all === names.length > 0) command.error('Name the dead letters, or use --all.');
    const work = (calls: ServiceCalls) => (all ? replayAll(calls) : replayNamed(calls, names));
    return exitBy({ dataDir, timeoutMs: REPLAY_TIMEOUT_MS }, work);
  });

await program.parseAsync();

async function list(calls: ServiceCalls, all: boolean): Promise<true> {
  let count = 0;
  for await (const letters of listLetters(calls, all)) {
    for (const letter of letters) console.log(`${describe(letter)}\n`);
    count += letters.length;
  }
  if (count === 0) console.log('No dead letters.');
  return true;
}

async function replayNamed(calls: ServiceCalls, names: readonly string[]): Promise<boolean> {
  const { letters, refused } = await chooseLetters(calls, names);
  for (const { name, reason } of refused) console.error(`${name}: ${reason}`);
  return tell(await replay(calls, letters), refused.length);
}

async function replayAll(calls: ServiceCalls): Promise<boolean> {
  const all: Tally = { replayed: 0, failed: 0 };
  for await (const letters of listLetters(calls, false)) {
    const { replayed, failed } = await replay(calls, letters);
    all.replayed += replayed;
    all.failed += failed;
  }
  return tell(all);
}

interface Tally {
  replayed: number;
  failed: number;
}

async function replay(calls: ServiceCalls, letters: readonly Letter[]): Promise<Tally> {
  const { replayed, failed } = await replayLetters(calls, letters);
  for (const { name, reason } of failed) console.error(`${name}: failed again: ${reason}`);
  return { replayed: replayed.length, failed: failed.length };
}

function tell({ replayed, failed }: Tally, refused = 0): boolean {
  console.log(`${replayed} replayed, ${failed + refused} not.`);
  return failed + refused === 0;
}

function describe(letter: Letter): string {
  return [
    `${nameOf(letter)}  ${letter.setAsideAt}${letter.replayedAt ? `  replayed ${letter.replayedAt}` : ''}`,
    `  ${letter.topic}  ${letter.key}  (${letter.position}, ${letter.attempts} attempts)`,
    `  ${letter.code}: ${letter.reason}`,
  ].join('\n');
}
