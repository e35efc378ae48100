import type { Tally } from './send-lines.ts';

/** Shows progress in a line on a terminal; elsewhere only the reasons for waits. */
export interface Progress {
  show(tally: Tally): void;
  /** Says why there is no progress for a while. */
  showWait(ms: number, reason: string): void;
  /** Prints a permanent line above the progress line. */
  say(text: string): void;
  end(): void;
}

// Ten updates a second look live. A thousand answers a second must not wait for a terminal.
const SHOW_EVERY_MS = 100;
// Without a terminal, lines are permanent, and every worker reports the same wait after each attempt.
const SAY_EVERY_MS = 60_000;

export function makeProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Progress {
  let shownAt = -Infinity;
  let printed = { reason: '', at: -Infinity };
  const draw = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\u001B[K${text}`);
  };
  return {
    show: (tally) => {
      if (performance.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = performance.now();
      draw(describe(tally));
    },
    showWait: (ms, reason) => {
      draw(`waiting ${Math.ceil(ms / 1000)} s: ${reason}`);
      const at = performance.now();
      if (stream.isTTY || (reason === printed.reason && at - printed.at < SAY_EVERY_MS)) return;
      printed = { reason, at };
      stream.write(`waiting to retry: ${reason}\n`);
    },
    say: (text) => {
      draw('');
      stream.write(`${text}\n`);
    },
    end: () => {
      draw('');
    },
  };
}

function describe({ outputs, bad, resumed, decided }: Tally): string {
  const labelled = decided.approved + decided.rejected;
  const settled = [...outputs.values()].filter((it) => it !== null && it.status !== 'pending');
  return [
    `${outputs.size} in`,
    resumed > 0 ? `${resumed} from before` : '',
    `${settled.length} evaluated`,
    labelled > 0 ? `${labelled} decided` : '',
    bad.length > 0 ? `${bad.length} bad` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
