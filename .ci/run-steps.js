// Runs each step of a list in steps.js once, even if earlier steps failed. At the end it prints a table of the steps
// and `N passed, N failed` as the last line. Both count tests; a step that failed without a failed test counts as one.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { countTests } from './count-tests.js';
import { runCommand } from './run-command.js';
import { LISTS } from './steps.js';

const NOTHING = { seconds: 0, passed: 0, failed: 0 };
const TEST_STACK = '.stack/test';
/** How much output of a failed step to print again at the end, since long logs are truncated at the start. */
const REPEATED_BYTES = 8_000;
/** Test runners without an option for the report path read it from these variables. */
const REPORT_VARIABLES = { playwright: 'BROWSER_REPORT', pytest: 'PYTEST_REPORT' };

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'output-review-steps-'));
const interrupted = new AbortController();
const beganAt = performance.now();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort());

console.log(
  `node ${process.version}, ${platform()} ${release()} ${arch()}, ${availableParallelism()} cores`,
);
const outcomes = await runAll(LISTS[process.argv[2]]);
rmSync(scratch, { recursive: true });
const total = (of) => outcomes.reduce((sum, outcome) => sum + outcome[of], 0);
if (total('failed') > 0) await stopTestStack();
for (const { name, problem, lastOutput } of outcomes)
  if (problem !== null && lastOutput)
    console.log(`\n== ${name} FAILED, its last output:\n${lastOutput}`);
console.log(`\n${tableOf(outcomes, secondsSince(beganAt))}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
// Exit even if open handles remain.
process.exit(total('failed') === 0 ? 0 : 1);

/** @param entries each a step, or lanes of steps that run in parallel. */
async function runAll(entries) {
  const running = new Map();
  let background = Promise.resolve();
  let isUseless = false;
  const runNext = async (step) => {
    const needed = (step.needs ?? []).map((name) => running.get(name));
    let outcome;
    if (isUseless || interrupted.signal.aborted) outcome = notRun(step, 'what came before failed');
    else if (step.isBackground) outcome = background = background.then(() => runWith(needed, step));
    else outcome = await runWith(needed, step);
    running.set(step.name, outcome);
    isUseless ||= Boolean(step.isVital) && outcome.failed > 0;
  };
  for (const entry of entries) {
    if (Array.isArray(entry)) await Promise.all(entry.map(runLane));
    else await runNext(entry);
  }
  return Promise.all(running.values());

  async function runLane(lane) {
    for (const step of lane) await runNext({ ...step, isBesideOthers: true });
  }
}

async function runWith(needed, step) {
  const missing = (await Promise.all(needed)).find(({ problem }) => problem !== null);
  return missing ? notRun(step, `${missing.name} is missing`) : run(step);
}

function notRun({ name }, why) {
  // The step that caused the skip has been counted already, unless the run was interrupted.
  if (interrupted.signal.aborted) return { ...NOTHING, name, failed: 1, problem: 'interrupted' };
  return { ...NOTHING, name, problem: `not run: ${why}` };
}

async function run(step) {
  const { name, tests, isBackground = false, timeoutMs } = step;
  const isBesideOthers = isBackground || Boolean(step.isBesideOthers);
  const result = join(scratch, `${name.replace(/\W+/g, '-')}.json`);
  const held = [];
  if (!isBesideOthers) console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const before = processorTimes();
  const failure = await runCommand(
    tests === 'jest' ? [...step.command, `--outputFile=${result}`] : step.command,
    {
      ...{ isBackground, timeoutMs, signal: interrupted.signal },
      env: tests in REPORT_VARIABLES ? { [REPORT_VARIABLES[tests]]: result } : {},
      write: (chunk) => {
        held.push(chunk);
        if (!isBesideOthers) process.stdout.write(chunk);
      },
    },
  );
  const seconds = secondsSince(startedAt);
  const busy = isBackground ? undefined : busyBetween(before, processorTimes());
  const counted = existsSync(result) ? countTests(result) : { passed: 0, failed: 0 };
  const failed = counted.failed || (failure === null || step.isReport ? 0 : 1);
  const problem = failed === 0 ? null : (failure ?? `${failed} failed`);
  const output = Buffer.concat(held);
  if (isBesideOthers) console.log(`\n== ${name} (beside others)\n${output.toString()}`);
  console.log(`== ${name}: ${problem === null ? 'done' : `FAILED, ${problem},`} in ${seconds} s`);
  const { passed } = counted;
  const lastOutput = output.subarray(-REPEATED_BYTES).toString();
  return { name, seconds, busy, passed, failed, problem, isBesideOthers, lastOutput };
}

/** The test stack runs in the background and survives tests that were interrupted or timed out. */
async function stopTestStack() {
  if (!existsSync(`${TEST_STACK}/run`)) return;
  const command = ['node', 'deploy/native/dist/main.js', 'down', '--dir', TEST_STACK];
  const write = (chunk) => process.stdout.write(chunk);
  await runCommand(command, { write, timeoutMs: 60_000, signal: new AbortController().signal });
}

/** Times of all cores since boot, in ms. */
function processorTimes() {
  const times = cpus().flatMap((cpu) => Object.entries(cpu.times));
  const sumOf = (entries) => entries.reduce((sum, [, ms]) => sum + ms, 0);
  return { all: sumOf(times), idle: sumOf(times.filter(([kind]) => kind === 'idle')) };
}

/** The share of the machine that was busy with any work. A slow step on an idle machine is waiting for something. */
function busyBetween(before, after) {
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function secondsSince(start) {
  return Math.round((performance.now() - start) / 1000);
}

/** Formats one line per step: how long it took, how busy the machine was, and how it ended. */
function tableOf(outcomes, secondsInAll) {
  const rows = outcomes.map(({ name, seconds, busy, passed, failed, problem, isBesideOthers }) => [
    isBesideOthers ? `${name} (beside others)` : name,
    seconds,
    busy === undefined ? '' : `${Math.round(busy * 100)} %`,
    passed || '',
    failed || '',
    problem ?? '',
  ]);
  const all = [['', 'seconds', 'busy', 'passed', 'failed', ''], ...rows, ['in all', secondsInAll]];
  const width = Math.max(...all.map(([name]) => name.length));
  return all
    .map(([name, ...figures]) => {
      const [seconds, busy = '', passed = '', failed = '', problem = ''] = figures;
      const columns = [seconds, busy, passed, failed].map((it) => String(it).padStart(8)).join('');
      return `${name.padEnd(width)}${columns}  ${problem}`.trimEnd();
    })
    .join('\n');
}
