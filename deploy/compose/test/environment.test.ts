import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { findEnvironmentFaults } from '../../kubernetes/test/environment/find-environment-faults.ts';
import { generateSecrets } from '../src/secrets.ts';

const FILE = new URL('../../../docker-compose.yml', import.meta.url);

interface Program {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | number | null>>;
}

/** The containers with our own programs, with the variables of the file substituted. */
function programsWith(variables: Readonly<Record<string, string>>): [string, Program][] {
  const text = interpolate(readFileSync(FILE, 'utf8'), variables);
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, Partial<Program>>;
  };
  return Object.entries(services).filter((each): each is [string, Program] =>
    Boolean(each[1].command?.[1]?.endsWith('/dist/main.js')),
  );
}

// Matches ${NAME}, ${NAME:-default}, ${NAME:?fault} or ${NAME:+word} without a nested one. $$ is a dollar.
const INNERMOST = /(?<!\$)\$\{(?<name>\w+)(?:(?<operator>:[-+?])(?<word>[^{}]*))?\}/;

/** Substitutes variables like docker compose, from the innermost outwards. */
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

const JUDGE_KEY = 'key of the judge';
const JUDGE = { JUDGE_PROVIDER: 'openai', JUDGE_MODEL: 'gpt-4.1-mini', JUDGE_API_KEY: JUDGE_KEY };
const COLLECTOR = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=key of the collector' };
// The operator's settings that are not secret.
const OPEN = new Set([
  ...['BOOTSTRAP_EMAIL', 'ASSERTION_PUBLIC_KEY', 'OPERATOR_PUBLIC_KEY'],
  ...['JUDGE_PROVIDER', 'JUDGE_MODEL'],
]);
const secretsOf = (variables: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(variables).filter(([name]) => !OPEN.has(name));
const withoutBootstrap = () =>
  Object.fromEntries(
    Object.entries(generateSecrets()).filter(([name]) => !name.startsWith('BOOTSTRAP_')),
  );

describe('docker-compose.yml', () => {
  test.each([
    ['what compose:init writes', generateSecrets()],
    ['a judge', { ...generateSecrets(), ...JUDGE }],
    ['the first sign-in taken out again', withoutBootstrap()],
  ])('gives every program the variables it accepts, with %s', (_, variables) => {
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

  test('gives each secret only to the programs that need it', () => {
    const variables = { ...generateSecrets(), ...JUDGE, ...COLLECTOR };
    const programs = programsWith(variables);
    const holders = (secret: string): string[] =>
      programs
        .filter(([, { environment }]) => Object.values(environment).join('\n').includes(secret))
        .map(([name]) => name);

    expect(
      Object.fromEntries(secretsOf(variables).map(([name, it]) => [name, holders(it)])),
    ).toEqual({
      BOOTSTRAP_PASSWORD: ['gateway'],
      BOOTSTRAP_TOKEN: ['gateway'],
      ASSERTION_PRIVATE_KEY: ['gateway'],
      OPERATOR_PRIVATE_KEY: [],
      ENCRYPTION_KEY: ['gateway', 'evaluator', 'review', 'media'],
      AUDIT_KEY: ['gateway', 'evaluator', 'review', 'instructions'],
      POSTGRES_PASSWORD: ['setup'],
      GATEWAY_DATABASE_PASSWORD: ['gateway', 'setup'],
      EVALUATOR_DATABASE_PASSWORD: ['evaluator', 'setup'],
      REVIEW_DATABASE_PASSWORD: ['review', 'setup'],
      INSTRUCTIONS_DATABASE_PASSWORD: ['instructions', 'setup'],
      MEDIA_DATABASE_PASSWORD: ['media', 'setup'],
      KAFKA_ADMIN_PASSWORD: ['setup'],
      GATEWAY_KAFKA_PASSWORD: ['gateway'],
      EVALUATOR_KAFKA_PASSWORD: ['evaluator'],
      REVIEW_KAFKA_PASSWORD: ['review'],
      INSTRUCTIONS_KAFKA_PASSWORD: ['instructions'],
      MEDIA_KAFKA_PASSWORD: ['media'],
      REDIS_PASSWORD: ['gateway'],
      OBJECT_STORE_SECRET_KEY: ['setup'],
      MEDIA_OBJECT_STORE_SECRET_KEY: ['media'],
      JUDGE_API_KEY: ['evaluator'],
      OTEL_EXPORTER_OTLP_HEADERS: ['gateway', 'evaluator', 'review', 'instructions', 'media'],
    });
  });

  test('gives no program a secret that it does not read', () => {
    const variables = { ...generateSecrets(), ...JUDGE, ...COLLECTOR };
    const secrets = secretsOf(variables).map(([, secret]) => secret);
    const isSecret = (value: string | number | null = ''): boolean =>
      secrets.some((it) => `${value ?? ''}`.includes(it));

    const idle = programsWith(variables).map(([name, each]) => {
      const { unread } = findingsOf(each);
      return [name, unread.filter((variable) => isSecret(each.environment[variable]))];
    });
    expect(idle.filter(([, unread]) => unread?.length)).toEqual([]);
  });

  test('runs each of our programs under an init process, for those that handle no signals', () => {
    const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as {
      services: Record<string, { readonly build?: object; readonly init?: boolean }>;
    };
    const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

    expect(ours.map(([name]) => name)).toEqual(expect.arrayContaining(['setup', 'operator']));
    expect(ours.filter(([, { init }]) => init !== true)).toEqual([]);
  });

  // Variables that services share are given to all of them, so it is enough if one service reads them.
  test('has no variable that no program reads', () => {
    const findings = programsWith(generateSecrets()).map(([, each]) => findingsOf(each));

    const read = new Set(findings.flatMap((each) => [...each.read]));
    expect(findings.flatMap(({ unread }) => unread).filter((name) => !read.has(name))).toEqual([]);
  });
});
