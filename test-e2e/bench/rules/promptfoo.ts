import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { installOnce, runProgram } from '@output-review/native/install';

import { type PromptfooAssertion, SUBMITTED } from './bench-rules.ts';
import type { Contestant } from './contestant.ts';

// The newest release that supports all Node versions that we support.
const VERSION = '0.121.20';

/** The part of promptfoo's API used here. */
interface Promptfoo {
  readonly assertions: {
    runAssertions(asked: {
      readonly test: { readonly assert: readonly PromptfooAssertion[] };
      readonly providerResponse: { readonly output: string; readonly cost: number };
      readonly latencyMs: number;
    }): Promise<{ readonly componentResults?: readonly { readonly pass: boolean }[] }>;
  };
}

/**
 * Installs promptfoo into a cache folder on first use: at 260 MB it is too large as a dependency for all contributors.
 */
export async function loadPromptfoo(cacheDir: string): Promise<Contestant> {
  const folder = await installOnce(join(cacheDir, `promptfoo-${VERSION}`), async (draft) => {
    const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runProgram('npm', ['install', '--prefix', draft, ...options, `promptfoo@${VERSION}`]);
  });
  process.env['PROMPTFOO_DISABLE_TELEMETRY'] = '1';
  process.env['PROMPTFOO_DISABLE_UPDATE'] = '1';
  const entry = join(folder, 'node_modules', 'promptfoo', 'dist', 'src', 'index.js');
  const { default: promptfoo } = (await import(pathToFileURL(entry).href)) as {
    readonly default: Promptfoo;
  };
  return { name: `promptfoo ${VERSION}`, prepare: (rules) => applier(promptfoo, rules) };
}

function applier(
  { assertions }: Promptfoo,
  rules: readonly { readonly assertion: PromptfooAssertion }[],
): (output: string) => Promise<readonly boolean[]> {
  const test = { assert: rules.map(({ assertion }) => assertion) };
  return async (output) => {
    const { componentResults = [] } = await assertions.runAssertions({
      test,
      providerResponse: { output, cost: SUBMITTED.costUsd },
      latencyMs: SUBMITTED.latencyMs,
    });
    return componentResults.map(({ pass }) => pass);
  };
}
