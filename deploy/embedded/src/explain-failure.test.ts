import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { readEmbeddedConfig } from './config.ts';
import { explainFailure } from './explain-failure.ts';
import { makeFolder } from './make-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explain-failure-'));
  await writeFile(join(folder, 'file'), '');
});

afterEach(() => rm(folder, { recursive: true }));

// In /proc, where no one can create a folder, Node's recursive mkdir never returns.
test.each(['file', 'file/below', '/proc/none/below'])(
  'reports a data folder that is %s',
  async (name) => {
    const dataDir = resolve(folder, name);
    const error: unknown = await makeFolder(dataDir).catch((it: unknown) => it);

    const message = explainFailure(error, readEmbeddedConfig({ DATA_DIR: dataDir }));

    expect(message).toContain(`${dataDir} cannot be a folder`);
  },
);

// The first address is in a documentation block, the second name is reserved as invalid.
test.each(['203.0.113.7', 'host.invalid'])(
  'reports that HOST=%s is no address of this machine',
  async (host) => {
    const error = await new Promise((resolve) => {
      createServer().once('error', resolve).listen(0, host);
    });

    const message = explainFailure(error, readEmbeddedConfig({ HOST: host }));

    expect(message).toContain(`HOST ${host} is no address of this machine.`);
  },
);

test('reports a read-only disk', () => {
  const error = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });

  const message = explainFailure(error, readEmbeddedConfig({ DATA_DIR: folder }));

  expect(message).toContain(`The disk of ${folder} is read-only.`);
});
