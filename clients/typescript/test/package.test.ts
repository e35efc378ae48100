import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPESCRIPT_6 = join(ROOT, 'node_modules/typescript/lib/tsc.js');
const TYPESCRIPT_7 = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const runFile = promisify(execFile);
// Without NODE_OPTIONS, which makes this process load the sources.
const { NODE_OPTIONS: _, ...env } = process.env;
const run = (file: string, args: readonly string[], cwd = ROOT) =>
  runFile(file, args, { cwd, env });

// A program of a user who has installed the package. The types must report each wrong call.
const PROGRAM = `
import {
  NotApprovedError, OutputReviewClient, OutputReviewError, verifyWebhook, WaitTimeoutError,
} from '@output-review/client';
import type { DecisionStatus, ErrorCode, WebhookEvent } from '@output-review/client';

const client = new OutputReviewClient({ baseUrl: 'http://127.0.0.1:1', token: 'wh-x', maxRetries: 0 });
const refund = client.requireApproval(
  async ({ amount }: { amount: number }, { decision }) => [amount, decision.decidedBy] as const,
  { project: 'Support', name: 'refund', summary: ({ amount }) => String(amount) },
);
const result: Promise<readonly [number, string | null]> = refund({ amount: 1 });
const code = await result.then(() => null, (error: unknown): ErrorCode | null =>
  error instanceof OutputReviewError ? error.code : null);
console.log(code, [NotApprovedError, WaitTimeoutError, verifyWebhook].map((each) => typeof each).join());
export const event = (request: Request): Promise<WebhookEvent> =>
  request.text().then((body) => verifyWebhook({ body, headers: request.headers, secret: 'whsec_' }));
export const settled = (status: DecisionStatus): boolean => status.settled;
export async function all(): Promise<(string | undefined)[]> {
  const ids = [];
  for await (const { id } of client.search({ project: 'Support' })) ids.push(id);
  return ids;
}

export const wrong = [
  // @ts-expect-error
  () => client.submit({ output: 'No project' }),
  // @ts-expect-error
  () => refund({ amount: '1' }),
  // @ts-expect-error
  () => client.search({ status: 'lost' }),
];
`;

let folder: string;
let packed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-client-'));
  await run('npm', ['run', '--silent', 'build:clients:typescript']);
  const dist = join(ROOT, 'clients/dist');
  const [name] = (await readdir(dist)).filter((file) =>
    /^output-review-client-.*\.tgz$/.test(file),
  );
  packed = join(dist, name!);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('installs alone in an empty folder, without files that it does not need', async () => {
  const installed = join(folder, 'node_modules');
  expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual([
    '@output-review',
  ]);
  const files = await readdir(join(installed, '@output-review/client'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
  );
  expect(files.filter((file) => /test|^src|tsbuildinfo/.test(file))).toEqual([]);
});

test.each([
  ['Node', { lib: ['es2023'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] }],
  ['browsers', { lib: ['es2023', 'dom', 'dom.iterable'], types: [] }],
])('the types check a program for %s', async (where, options) => {
  const project = join(folder, `tsconfig.${where}.json`);
  const compilerOptions = {
    // Skips TypeScript's own libs, which take most of the time. The packed types are still checked.
    skipDefaultLibCheck: true,
    ...{ strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'es2023' },
    ...options,
  };
  await writeFile(project, JSON.stringify({ compilerOptions, files: [`${where}.ts`] }));
  // Browsers have no process, and Node has no window.
  const own = where === 'Node' ? 'void process.version;' : 'void window.name;';
  await writeFile(join(folder, `${where}.ts`), `${PROGRAM}\n${own}\n`);
  const tsc = where === 'Node' ? TYPESCRIPT_6 : TYPESCRIPT_7;
  const { stdout } = await run(process.execPath, [tsc, '--project', project]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toBe('');
});

test('the program runs', async () => {
  const { stdout } = await run(process.execPath, [join(folder, 'Node.js')]);
  expect(stdout).toBe('NETWORK_ERROR function,function,function\n');
});

test('has the version of the service', async () => {
  const read = async (path: string) =>
    (JSON.parse(await readFile(join(ROOT, path), 'utf8')) as { version: string }).version;
  expect(await read('clients/typescript/package.json')).toBe(await read('package.json'));
});
