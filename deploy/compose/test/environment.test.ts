import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { findEnvironmentFaults } from '../../kubernetes/test/environment/find-environment-faults.ts';
import { makeUpSecrets } from '../src/init/secrets.ts';

const FILE = new URL('../../../docker-compose.yml', import.meta.url);

interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | number | null>>;
}

/** The containers that run our own programs, with the variables of the file filled in. */
function programsWith(variables: Readonly<Record<string, string>>): [string, Program][] {
  const text = interpolate(readFileSync(FILE, 'utf8'), variables);
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, Partial<Program>>;
  };
  return Object.entries(services).filter((each): each is [string, Program] =>
    Boolean(each[1].command?.[1]?.endsWith('/dist/main.js')),
  );
}

// Such as ${NAME}, ${NAME:-default}, ${NAME:?fault} or ${NAME:+word}, with no other inside; $$ is a dollar.
const INNERMOST = /(?<!\$)\$\{(?<name>\w+)(?:(?<operator>:[-+?])(?<word>[^{}]*))?\}/;

/** As docker compose does: from the innermost outwards. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  const match = INNERMOST.exec(text);
  if (match?.groups === undefined) return text;
  const { name = '', operator, word = '' } = match.groups;
  const value = variables[name] ?? '';
  if (operator === ':?' && value === '') throw new Error(`${name} is missing`);
  const filled = operator === ':+' ? value && word : value || (operator === ':-' ? word : '');
  return interpolate(
    text.replace(match[0], () => filled),
    variables,
  );
}

function findingsOf({ command, environment }: Program) {
  const env = Object.entries(environment).map(([name, value]) => ({
    name,
    value: `${value ?? ''}`,
  }));
  return findEnvironmentFaults({ command, env });
}

const JUDGE = { JUDGE_PROVIDER: 'openai', JUDGE_MODEL: 'gpt-4.1-mini', JUDGE_API_KEY: 'secret' };
const withoutBootstrap = () =>
  Object.fromEntries(
    Object.entries(makeUpSecrets()).filter(([name]) => !name.startsWith('BOOTSTRAP_')),
  );

describe('docker-compose.yml', () => {
  test.each([
    ['what compose:init writes', makeUpSecrets()],
    ['a judge', { ...makeUpSecrets(), ...JUDGE }],
    ['the first sign-in taken out again', withoutBootstrap()],
  ])('gives every program what it accepts, with %s', (_, variables) => {
    const faults = programsWith(variables).map(([name, each]) => [name, findingsOf(each).faults]);

    expect(Object.fromEntries(faults)).toEqual({
      gateway: [],
      evaluator: [],
      review: [],
      instructions: [],
      media: [],
      setup: [],
    });
  });

  // Variables that services share are given to all of them, so that one is read by some is enough.
  test('has no variable that no program reads', () => {
    const findings = programsWith(makeUpSecrets()).map(([, each]) => findingsOf(each));

    const read = new Set(findings.flatMap((each) => [...each.read]));
    expect(findings.flatMap(({ unread }) => unread).filter((name) => !read.has(name))).toEqual([]);
  });
});
