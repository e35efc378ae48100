import { readdir, readFile } from 'node:fs/promises';

/** The processes that a process has started, and those that they have, and so on. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const childrenOf = await readChildren();
  const found: number[] = [];
  const unseen = [pid];
  for (let parent = unseen.pop(); parent !== undefined; parent = unseen.pop()) {
    const children = childrenOf.get(parent) ?? [];
    found.push(...children);
    unseen.push(...children);
  }
  return found;
}

async function readChildren(): Promise<Map<number, number[]>> {
  const childrenOf = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = await parentOf(name);
    if (parent !== undefined) {
      childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)]);
    }
  }
  return childrenOf;
}

async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in brackets may hold blanks and brackets itself; the state and the parent follow it.
  return stat === null ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
