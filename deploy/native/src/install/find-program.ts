import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of a program: from PATH, else from the given folders; undefined where it is nowhere. */
export async function findProgram(
  name: string,
  folders: readonly string[] = [],
): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const folder of [...onPath, ...folders]) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
