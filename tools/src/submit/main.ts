import { Command, InvalidArgumentError, Option } from 'commander';

import { ServiceGone } from './api-client.ts';
import type { BadLine } from './output-line.ts';
import { makeProgress } from './progress.ts';
import { NotAllowed, type Tally } from './send-lines.ts';
import { submitFile } from './submit-file.ts';
import { formatVerdictTable } from './verdict-table.ts';

interface Flags {
  readonly url: string;
  readonly token: string;
  readonly sync: boolean;
  readonly concurrency: number;
  readonly batch: string;
  readonly wait: number;
}

const program = new Command('submit')
  .description('Sends a file of outputs, one JSON object a line, and shows their verdicts.')
  .argument('<file>', 'JSON lines, each a body of POST /api/logs')
  .addOption(
    new Option('--url <url>', 'the service')
      .env('OUTPUT_REVIEW_URL')
      .default('http://127.0.0.1:8080'),
  )
  .addOption(
    new Option('--token <token>', 'a token that may submit and read')
      .env('OUTPUT_REVIEW_TOKEN')
      .makeOptionMandatory(),
  )
  .option('--sync', 'have each output evaluated while the request waits', false)
  .option('--concurrency <n>', 'requests at a time', wholeNumber, 8)
  .option('--batch <name>', 'another name sends the same lines again, as new outputs', 'first')
  .option('--wait <seconds>', 'how long to wait for pending verdicts', wholeNumber, 300)
  .action(async (file: string, flags: Flags) => {
    process.exitCode = await run(file, flags);
  });

await program.parseAsync();

async function run(file: string, flags: Flags): Promise<0 | 1> {
  const stopping = new AbortController();
  const giveUp = new AbortController();
  process.on('SIGINT', () => {
    if (stopping.signal.aborted) giveUp.abort();
    stopping.abort();
  });
  const progress = makeProgress(process.stderr);
  try {
    const tally = await submitFile(
      { ...flags, file, isSync: flags.sync, waitMsMax: flags.wait * 1000 },
      { progress, stopping: stopping.signal, signal: giveUp.signal },
    );
    console.log(summarise(tally, stopping.signal.aborted));
    return !stopping.signal.aborted && isComplete(tally) ? 0 : 1;
  } catch (error) {
    console.error(explain(error));
    return 1;
  }
}

function summarise({ outputs, bad, ignoredFields, resumed }: Tally, isStopped: boolean): string {
  const endings = [...outputs.values()].map((it) => it ?? { status: 'not asked', verdict: null });
  const before = resumed > 0 ? ` (${resumed} of them in an earlier run)` : '';
  const lines = [
    formatVerdictTable(endings),
    '',
    `${outputs.size} in${before}, ${bad.length} bad.`,
  ];
  if (bad.length > 0) lines.push(`Bad lines: ${numbersOf(bad)}`);
  if (ignoredFields.size > 0) lines.push(`Ignored fields: ${[...ignoredFields].join(', ')}`);
  if (isStopped) lines.push('Stopped. The same command goes on where this one ended.');
  return lines.join('\n');
}

function numbersOf(bad: readonly BadLine[]): string {
  return bad
    .map(({ number }) => number)
    .sort((one, other) => one - other)
    .join(', ');
}

function isComplete({ outputs, bad }: Tally): boolean {
  const isSettled = [...outputs.values()].every((it) => it !== null && it.status !== 'pending');
  return bad.length === 0 && isSettled;
}

function explain(error: unknown): string {
  if (error instanceof NotAllowed) return `The service refuses the token: ${error.message}`;
  if (error instanceof ServiceGone) {
    return `The service is not there: ${error.message}\nThe same command goes on where this one ended.`;
  }
  if (!(error instanceof Error)) return String(error);
  return error.name === 'AbortError' ? 'Stopped at once.' : error.message;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('A whole number from 1 on.');
}
