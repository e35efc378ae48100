import { SERVICES } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import { runningProject, SERVERS } from './trial/compose-project.ts';
import { docker } from './trial/docker.ts';

const project = runningProject();
const ALL = [...SERVICES, ...SERVERS];

test('everything is up and healthy, and the setup has ended well', async () => {
  const containers = new Map((await project.containers()).map((one) => [one.Service, one]));

  for (const name of ALL)
    expect(containers.get(name)).toMatchObject({ State: 'running', Health: 'healthy' });
  expect(containers.get('setup')).toMatchObject({ State: 'exited', ExitCode: 0 });
  expect(containers.size).toBe(ALL.length + 1);
});

test('one port is published, on the loopback', async () => {
  const details = await Promise.all(ALL.map((name) => project.inspect(name)));

  const published = details.flatMap(({ HostConfig }) =>
    Object.values(HostConfig.PortBindings ?? {}),
  );
  expect(published.flat()).toEqual([expect.objectContaining({ HostIp: '127.0.0.1' })]);
});

describe.each(ALL)('%s', (name) => {
  test('has no privileges that it does not need, and a limit of memory', async () => {
    const { Config, HostConfig } = await project.inspect(name);

    expect(HostConfig).toMatchObject({ CapDrop: ['ALL'], CapAdd: null });
    expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true');
    expect(HostConfig.Memory).toBeGreaterThan(0);
    expect(['', 'root', '0']).not.toContain(Config.User.split(':')[0]);
  });
});

describe.each(SERVICES)('%s', (name) => {
  test('runs on a read-only root, and says so where somebody writes', async () => {
    expect((await project.inspect(name)).HostConfig.ReadonlyRootfs).toBe(true);

    const writing = project.run('exec', '-T', name, 'sh', '-c', 'echo x > /app/x');
    await expect(writing).rejects.toThrow('Read-only file system');
  });

  test('ends by itself when it is asked to, in its grace', async () => {
    const began = performance.now();
    await project.run('stop', name);
    const tookMs = performance.now() - began;
    const { State } = await project.inspect(name);
    await project.run('up', '--wait', '--no-deps', '--no-recreate', name);

    expect(State).toMatchObject({ ExitCode: 0, OOMKilled: false });
    expect(tookMs).toBeLessThan(25_000);
  });
});

test('the image has nothing to build with, and none of the secrets', async () => {
  const tools = 'for tool in npm npx yarn gcc g++ make python3; do command -v $tool; done; true';
  expect(await project.run('exec', '-T', 'gateway', 'sh', '-c', tools)).toBe('');
  expect(await project.run('exec', '-T', 'gateway', 'ls', '/app/node_modules')).not.toMatch(
    /^typescript$/m,
  );

  const { COMPOSE_TRIAL_SECRETS = '[]' } = process.env;
  const secrets = JSON.parse(COMPOSE_TRIAL_SECRETS) as string[];
  const image = await project.imageOf('gateway');
  const told = await docker(project.access, ['image', 'inspect', image]);
  const history = await docker(project.access, ['history', '--no-trunc', image]);
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((secret) => `${told}${history}`.includes(secret))).toEqual([]);
});

test('a missing secret stops the start, and all that are missing are said at once', async () => {
  const { access, cwd } = project;
  const checking = docker(
    access,
    ['compose', '--env-file', '/dev/null', '--file', 'docker-compose.yml', 'config', '--quiet'],
    { cwd },
  );

  const failure = await checking.then(String, String);
  expect(failure).toContain('run npm run compose:init first');
  for (const name of ['ENCRYPTION_KEY', 'POSTGRES_PASSWORD', 'MEDIA_DATABASE_PASSWORD']) {
    expect(failure).toContain(name);
  }
});
