import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

/**
 * Everything that servers leave on the disk, under one folder:
 *
 * - `data/<name>/`: what a server stores
 * - `logs/<name>.log`: what it says, all its starts one after the other
 * - `run/<name>.json`: the process that runs at this moment
 * - `secrets/<name>`: passwords, for the owner's eyes
 * - `ca.pem`: the CA of servers with accounts
 * - `ports.json`: who listens where
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

  /** A secret of this folder, made up at its first use. */
  async secret(name: string, make: () => string = makePassword): Promise<string> {
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

const makePassword = (): string => randomBytes(24).toString('base64url');
