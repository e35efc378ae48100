import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'examples');
const TYPESCRIPT = [
  ...[process.execPath, '--disable-warning=ExperimentalWarning'],
  `--import=${join(ROOT, 'test-runner/run-source.js')}`,
  '--conditions=@output-review/source',
];

/** The environment variables that the user of an example sets. */
export interface Access {
  readonly URL: string;
  readonly TOKEN: string;
  /** Signs callbacks. */
  readonly WEBHOOK_SECRET?: string;
  /** The question for the model of `langgraph`. */
  readonly QUESTION?: string;
}

export interface Running {
  /** The output so far. */
  readonly lines: readonly string[];
  readonly exited: Promise<{ readonly code: number | null; readonly stderr: string }>;
  kill(): void;
}

/** The names of the examples. */
export function listExamples(): string[] {
  return readdirSync(FOLDER).filter((name) => commandOf(name) !== null);
}

/** Starts an example like its user does. */
export function startExample(name: string, access: Access, print?: Print): Running {
  const command = commandOf(name);
  if (!command) throw new Error(`There is no example ${name}`);
  return start(command, { ...access }, print);
}

/** Starts `npm run example`. */
export function startRunner(name: string, access: Access | null): Running {
  return start([...TYPESCRIPT, join(import.meta.dirname, 'main.ts'), name], { ...access });
}

type Print = (line: string) => void;

function start(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  print: Print = () => {},
): Running {
  const { PATH, HOME } = process.env;
  // Passes only what is needed to find programs, so that no API key of a vendor is used.
  const child = spawn(program, args, { env: { PATH, HOME, ...env }, stdio: 'pipe' });
  const lines: string[] = [];
  const errors: string[] = [];
  const read = (stream: NodeJS.ReadableStream, into: string[]) =>
    createInterface({ input: stream }).on('line', (line) => {
      into.push(line);
      print(line);
    });
  read(child.stdout, lines);
  read(child.stderr, errors);
  const exited = once(child, 'close').then(([code]) => ({
    ...{ code: code as number | null, stderr: errors.join('\n') },
  }));
  return { lines, exited, kill: () => void child.kill() };
}

function commandOf(name: string): string[] | null {
  const [source, script] = ['main.ts', 'main.sh'].map((file) => join(FOLDER, name, file));
  if (source && existsSync(source)) return [...TYPESCRIPT, source];
  return script && existsSync(script) ? ['sh', script] : null;
}
