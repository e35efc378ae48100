import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { newPassword, readFileIfThere, writePrivateFile } from '@output-review/runtime';

/**
 * All files of the servers, in one folder:
 *
 * - `data/<name>/`: the data of a server
 * - `logs/<name>.log`: its output, for all starts in sequence
 * - `run/<name>.json`: its running process
 * - `secrets/<name>`: passwords, readable only by the owner
 * - `ca.pem`: the CA of servers with accounts
 * - `ports.json`: the port of each server
 */
export class DataFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(path: string): Promise<DataFolder> {
    await mkdir(path, { recursive: true });
    for (const part of ['data', 'logs', 'run']) await mkdir(join(path, part), { recursive: true });
    await mkdir(join(path, 'secrets'), { recursive: true, mode: 0o700 });
    return new DataFolder(path);
  }

  get portsFile(): string {
    return join(this.path, 'ports.json');
  }

  dataOf(name: string): string {
    return join(this.path, 'data', name);
  }

  logOf(name: string): string {
    return join(this.path, 'logs', `${name}.log`);
  }

  runFileOf(name: string): string {
    return join(this.path, 'run', `${name}.json`);
  }

  /** A secret of this folder, generated on first use. */
  async secret(name: string, make: () => string = newPassword): Promise<string> {
    const file = join(this.path, 'secrets', name);
    const kept = await readFileIfThere(file);
    if (kept !== undefined) return kept;
    const made = make();
    await writePrivateFile(file, made);
    return made;
  }

  async replaceSecret(name: string, secret: string): Promise<void> {
    await writePrivateFile(join(this.path, 'secrets', name), secret);
  }
}
