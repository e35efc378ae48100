import { settingOf } from '@output-review/runtime/text';
import { Command, InvalidArgumentError, Option } from 'commander';

import { ServiceGone } from './api-client.ts';
import { addImportFlags, type ImportFlags, toImportOptions } from './import-flags.ts';
import type { BadLine } from './output-line.ts';
import { makeProgress } from './progress.ts';
import { NotAllowed, type Tally } from './send-lines.ts';
import { submitFile } from './submit-file.ts';
import { formatVerdictTable } from './verdict-table.ts';

interface Flags extends ImportFlags {
  readonly url: string;
  readonly token: string;
  readonly sync: boolean;
  readonly concurrency: number;
  readonly batch: string;
  readonly wait: number;
}

const REASONS_SHOWN_MAX = 10;

// Treat a blank variable as absent, which the option parser does not do.
const { env } = process;
if (settingOf(env, 'OUTPUT_REVIEW_URL') === undefined) delete env.OUTPUT_REVIEW_URL;
if (settingOf(env, 'OUTPUT_REVIEW_TOKEN') === undefined) delete env.OUTPUT_REVIEW_TOKEN;

const program = addImportFlags(new Command('submit'))
  .description('Submits a file of outputs, one JSON object per line, and shows their verdicts.')
  .argument('<file>', 'JSON Lines file, each line a body of POST /api/logs; or an export (--from)')
  .addOption(
    new Option('--url <url>', 'URL of the service')
      .env('OUTPUT_REVIEW_URL')
      .default('http://127.0.0.1:8080'),
  )
  .addOption(
    new Option(
      '--token <token>',
      'token with the scopes submit and read; decide, too, for --labels',
    )
      .env('OUTPUT_REVIEW_TOKEN')
      .makeOptionMandatory(),
  )
  .option('--sync', 'evaluate each output while the request waits', false)
  .option('--concurrency <n>', 'number of concurrent requests', wholeNumber, 8)
  .option(
    '--batch <name>',
    'use another name to submit the same lines again as new outputs',
    'first',
  )
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
    const { url, token, sync: isSync, concurrency, batch, wait } = flags;
    const tally = await submitFile(
      {
        ...{ file, url, token, isSync, concurrency, batch, waitMsMax: wait * 1000 },
        import: toImportOptions(flags),
      },
      { progress, stopping: stopping.signal, signal: giveUp.signal },
    );
    const isOver = isComplete(tally);
    console.log(summarise(tally, stopping.signal.aborted && !isOver));
    return isOver && tally.bad.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(explain(error));
    return 1;
  }
}

function summarise(tally: Tally, isStopped: boolean): string {
  const { outputs, bad, ignoredFields, resumed, skipped } = tally;
  if (outputs.size + bad.length + skipped === 0 && !isStopped) return 'The file is empty.';
  const endings = [...outputs.values()].map((it) => it ?? { status: 'unknown', verdict: null });
  const before = resumed > 0 ? ` (${resumed} of them in an earlier run)` : '';
  const lines = [
    formatVerdictTable(endings),
    '',
    `${outputs.size} in${before}, ${bad.length} bad.`,
  ];
  if (bad.length > 0) lines.push(`Bad lines: ${numbersOf(bad)}`);
  if (skipped > 0) lines.push(`Left out, without an output: ${skipped}`);
  if (tally.labels.size + tally.decided.approved + tally.decided.rejected > 0) {
    lines.push(...summariseLabels(tally));
  }
  if (ignoredFields.size > 0) lines.push(`Ignored fields: ${[...ignoredFields].join(', ')}`);
  if (isStopped) lines.push('Stopped. Run the same command to continue.');
  return lines.join('\n');
}

function summariseLabels({ labels, decided }: Tally): string[] {
  const reasons = new Map<string, number>();
  for (const label of labels.values()) {
    const reason = 'unlabelled' in label ? label.unlabelled : 'not decided yet';
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const counts = [...reasons].sort(([, one], [, other]) => other - one);
  const shown = counts.slice(0, REASONS_SHOWN_MAX).map(([reason, count]) => `${count} ${reason}`);
  const more = counts.length > shown.length ? `, and ${counts.length - shown.length} more` : '';
  return [
    `Labels: ${decided.approved} approved, ${decided.rejected} rejected.`,
    ...(shown.length > 0 ? [`Not labelled: ${shown.join(', ')}${more}.`] : []),
  ];
}

function numbersOf(bad: readonly BadLine[]): string {
  return bad
    .map(({ number }) => number)
    .sort((one, other) => one - other)
    .join(', ');
}

/** Whether another run of the same command would have nothing to do. */
function isComplete({ outputs, isCut, labels }: Tally): boolean {
  const isSettled = [...outputs.values()].every(
    (it) => it !== null && it.status !== 'pending' && it.status !== 'unknown',
  );
  const isLabelled = [...labels.values()].every((it) => 'unlabelled' in it && !it.isOpen);
  return !isCut && isSettled && isLabelled;
}

function explain(error: unknown): string {
  if (error instanceof NotAllowed) return `The service refused the token: ${error.message}`;
  if (error instanceof ServiceGone) {
    return `The service ${error.message}\nRun the same command to continue.`;
  }
  if (!(error instanceof Error)) return String(error);
  return error.name === 'AbortError' ? 'Stopped immediately.' : error.message;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Must be a whole number, 1 or greater.');
}
