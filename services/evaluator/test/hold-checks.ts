import { execFileSync } from 'node:child_process';

export interface HeldChecks extends Disposable {
  release(): void;
}

/** The current processes for checks. */
export function pidsOfChecks(): readonly number[] {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const pids = [...children.toString().matchAll(/^ *(\d+) .*rule-process/gm)].map(([, pid]) =>
    Number(pid),
  );
  if (pids.length === 0) throw new Error('No rule process is running');
  return pids;
}

/**
 * Pauses the current processes for checks. Otherwise they might finish before the test has done what it must do
 * meanwhile.
 */
export function holdChecks(): HeldChecks {
  const pids = pidsOfChecks();
  const tell = (signal: NodeJS.Signals): void => {
    for (const pid of pids) process.kill(pid, signal);
  };
  const release = (): void => tell('SIGCONT');
  tell('SIGSTOP');
  return { release, [Symbol.dispose]: release };
}
