// Lints the OpenAPI of the gateway with Redocly and Spectral. Any finding fails, including hints.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeApi } from '../services/gateway/src/pages/docs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'output-review-openapi-'));
const file = join(folder, 'openapi.json');

try {
  writeFileSync(file, JSON.stringify(describeApi('output-review.session_token'), null, 2));
  lint('redocly', ['lint', file, '--config', '.ci/openapi/redocly.yaml', '--max-problems', '1000']);
  lint('spectral', ['lint', file, '--ruleset', '.ci/openapi/spectral.yaml', '-F', 'hint', '-q']);
} finally {
  rmSync(folder, { recursive: true });
}

function lint(command, args) {
  const { status, error, stdout, stderr } = spawnSync(join('node_modules/.bin', command), args, {
    cwd: ROOT,
    encoding: 'utf8',
    // No telemetry and no update check.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (status === 0) return;
  console.error(`${stdout}${stderr}${error?.message ?? ''}`);
  process.exitCode = 1;
}
