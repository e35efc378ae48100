// A reporter that writes durations.json, from a run one by one on a machine that does nothing else:
// npm test -- --maxWorkers 1 --reporters=./test-runner/record-durations.js
// Keyed by the name of a file alone, so that files keep theirs when they move; what is short is left out, and what was
// not run keeps what it had.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';

const RECORD = new URL('durations.json', import.meta.url);
const SECONDS_MIN = 2;

export default class RecordDurations {
  #durations = new Map();
  #last = now();

  onTestFileResult({ path }) {
    const { at, busyMs } = now();
    const ms = at - this.#last.at;
    const cores = Math.round(((busyMs - this.#last.busyMs) / ms) * 10) / 10;
    this.#last = { at, busyMs };
    const file = basename(path);
    const seconds = Math.round(ms / 1000);
    if (seconds < (this.#durations.get(file)?.seconds ?? 0)) return;
    this.#durations.set(file, { seconds, cores });
  }

  onRunComplete() {
    const before = Object.entries(JSON.parse(readFileSync(RECORD, 'utf8')));
    const longestFirst = [...new Map([...before, ...this.#durations])]
      .filter(([, { seconds }]) => seconds >= SECONDS_MIN)
      .sort(([a, less], [b, more]) => more.seconds - less.seconds || (a < b ? -1 : 1));
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`);
  }
}

/** What all processes of the machine have used, in milliseconds of a core. */
function now() {
  const busyMs = cpus().reduce((sum, { times: { user, sys } }) => sum + user + sys, 0);
  return { at: performance.now(), busyMs };
}
