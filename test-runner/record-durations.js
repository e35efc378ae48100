// A reporter that writes durations.json, from a serial run on an idle machine:
// npm test -- --maxWorkers 1 --reporters=./test-runner/record-durations.js
// Entries are keyed by file name only, so that moved files keep theirs. Short files are left out. Files that did not
// run keep their entry.
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

/** CPU time used by all processes of the machine, in milliseconds of a core. */
function now() {
  const busyMs = cpus().reduce((sum, { times: { user, sys } }) => sum + user + sys, 0);
  return { at: performance.now(), busyMs };
}
