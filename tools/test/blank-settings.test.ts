import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

// Built once before the tests, because that may take longer than a test.
const DOCTOR = await programPath('tools/src/doctor/main.ts');
const DEAD_LETTERS = await programPath('tools/src/dead-letters/main.ts');
const VERIFY = await programPath('tools/src/audit-verify/main.ts');
const SUBMIT = await programPath('tools/src/submit/main.ts');
const BACKUP = await programPath('deploy/backup/src/main.ts');
const BLANK = {
  ...{ DATA_DIR: '', OPERATOR_PRIVATE_KEY: ' ', AUDIT_KEY: '', GATEWAY_DATABASE_URL: '' },
  ...{ OUTPUT_REVIEW_URL: ' ', OUTPUT_REVIEW_TOKEN: '', XDG_CACHE_HOME: '' },
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blank-settings-'));
  await mkdir(join(folder, '.data'));
  // Like npm start writes it into its data folder.
  const keys = { auditKey: randomBytes(32).toString('base64') };
  await writeFile(join(folder, '.data/keys.json'), JSON.stringify(keys));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['doctor', [DOCTOR], 'No service is running on .data.'],
  ['dead-letters', [DEAD_LETTERS, 'list'], 'No service is running on .data.'],
  ['audit:verify', [VERIFY], 'No service is running on .data.'],
  // The URL is checked first, so it must be one of a service on this machine.
  ['submit', [SUBMIT, 'none.jsonl', '--token', 'no token'], 'has invalid characters'],
  ['backup', [BACKUP, 'backup', '--to', 'b'], '/.data has no data of npm start.'],
])('%s treats blank variables as absent', async (_name, given, said) => {
  const started = promisify(execFile)(process.execPath, given, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...BLANK },
  });

  const { stdout, stderr } = (await started.catch((error: unknown) => error)) as Awaited<
    typeof started
  >;

  expect(stdout + stderr).toContain(said);
});
