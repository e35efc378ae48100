import { pidsOfTree, readOfProcess } from '../../frame/processes.ts';
import { formatTable } from '../../frame/report.ts';

/** Core seconds since the start, by process. */
export type ProcessorTimes = ReadonlyMap<string, number>;

// Source: man 5 proc_pid_stat. Linux always counts in hundredths of a second (USER_HZ).
const TICKS_PER_SECOND = 100;

/**
 * Measures the core time of a process and its descendants: Node, the processes for expensive rules, and those of
 * PostgreSQL by role. Linux only.
 */
export function processorTimes(rootPid: number): ProcessorTimes {
  const times = new Map<string, number>();
  const add = (name: string, seconds: number): void =>
    void times.set(name, (times.get(name) ?? 0) + seconds);
  for (const pid of pidsOfTree(rootPid)) {
    const ticks = ticksOf(pid);
    if (ticks === null) continue;
    const name = pid === rootPid ? 'Node' : nameOf(pid);
    add(name, ticks.own / TICKS_PER_SECOND);
    // The postmaster accumulates the time of exited processes. The roles of their connections are unknown.
    if (name === POSTMASTER) add(OTHERS, ticks.ended / TICKS_PER_SECOND);
  }
  return times;
}

/** @returns the difference between two samples, without processes that used no time. */
export function timesBetween(before: ProcessorTimes, after: ProcessorTimes): ProcessorTimes {
  return new Map(
    [...after]
      .map(([name, seconds]): [string, number] => [name, seconds - (before.get(name) ?? 0)])
      .filter(([, seconds]) => seconds > 0),
  );
}

export const totalOf = (times: ProcessorTimes): number =>
  [...times.values()].reduce((sum, seconds) => sum + seconds, 0);

const POSTMASTER = 'PostgreSQL: postmaster';
const OTHERS = 'PostgreSQL: others';
const ROLE = /^postgres: (gateway|evaluator|review|instructions|media) /;

function nameOf(pid: number): string {
  const command = readOfProcess(pid, 'cmdline').replaceAll('\0', ' ');
  const role = ROLE.exec(command)?.[1];
  if (role) return `PostgreSQL: ${role}`;
  if (command.startsWith('postgres: autovacuum worker')) return 'PostgreSQL: autovacuum';
  if (command.startsWith('postgres: ')) return OTHERS;
  if (command.includes('/postgres ')) return POSTMASTER;
  return 'beside Node';
}

function ticksOf(pid: number): { readonly own: number; readonly ended: number } | null {
  const stat = readOfProcess(pid, 'stat');
  // The program name is in parentheses and may contain spaces. The third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  if (user === undefined || endedSystem === undefined) return null;
  return { own: user + (system ?? 0), ended: (endedUser ?? 0) + endedSystem };
}

/** Formats a Markdown table by process: microseconds of a core per output, and the core share while idle. */
export function formatTimes(
  loads: Readonly<Record<string, readonly { times: ProcessorTimes; outputs: number }[]>>,
  { idle, seconds }: { readonly idle: ProcessorTimes; readonly seconds: number },
): string {
  const columns = Object.values(loads).map((runs) => {
    const outputs = runs.reduce((sum, run) => sum + run.outputs, 0);
    return (name: string): string => {
      const taken = runs.reduce((sum, { times }) => sum + (times.get(name) ?? 0), 0);
      return `${Math.round((1e6 * taken) / outputs)} µs`;
    };
  });
  const shareIdle = (name: string): string =>
    `${((100 * (idle.get(name) ?? 0)) / seconds).toFixed(1)} %`;
  const names = new Set(
    Object.values(loads).flatMap((runs) => runs.flatMap(({ times }) => [...times.keys()])),
  );
  return formatTable(
    ['CPU time', ...Object.keys(loads), 'idle'],
    [...names].map((name) => [name, ...columns.map((column) => column(name)), shareIdle(name)]),
  );
}
