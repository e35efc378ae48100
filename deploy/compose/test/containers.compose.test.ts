import { SERVICES } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import { runningProject, SERVERS } from './trial/compose-project.ts';
import { docker } from './trial/docker.ts';

const project = runningProject();
const ALL = [...SERVICES, ...SERVERS];

test('all containers are healthy, and the setup has succeeded', async () => {
  const containers = new Map((await project.containers()).map((one) => [one.Service, one]));

  for (const name of ALL)
    expect(containers.get(name)).toMatchObject({ State: 'running', Health: 'healthy' });
  expect(containers.get('setup')).toMatchObject({ State: 'exited', ExitCode: 0 });
  expect(containers.size).toBe(ALL.length + 1);
});

test('publishes one port, on loopback', async () => {
  const details = await Promise.all(ALL.map((name) => project.inspect(name)));

  const published = details.flatMap(({ HostConfig }) =>
    Object.values(HostConfig.PortBindings ?? {}),
  );
  expect(published.flat()).toEqual([expect.objectContaining({ HostIp: '127.0.0.1' })]);
});

describe.each(ALL)('%s', (name) => {
  test('has only the privileges it needs, and a memory limit', async () => {
    const { Config, HostConfig } = await project.inspect(name);

    expect(HostConfig).toMatchObject({ CapDrop: ['ALL'], CapAdd: null });
    expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true');
    expect(HostConfig.Memory).toBeGreaterThan(0);
    expect(['', 'root', '0']).not.toContain(Config.User.split(':')[0]);
  });
});

describe.each(SERVICES)('%s', (name) => {
  test('has a read-only root file system, on which writing fails', async () => {
    expect((await project.inspect(name)).HostConfig.ReadonlyRootfs).toBe(true);

    const writing = project.run('exec', '-T', name, 'sh', '-c', 'echo x > /app/x');
    await expect(writing).rejects.toThrow('Read-only file system');
  });

  test('exits within its grace period when stopped', async () => {
    const began = performance.now();
    await project.run('stop', name);
    const tookMs = performance.now() - began;
    const { State } = await project.inspect(name);
    await project.run('up', '--wait', '--no-deps', '--no-recreate', name);

    expect(State).toMatchObject({ ExitCode: 0, OOMKilled: false });
    expect(tookMs).toBeLessThan(25_000);
  });
});

test('the image contains no build tools and no secrets', async () => {
  const tools = 'for tool in npm npx yarn gcc g++ make python3; do command -v $tool; done; true';
  expect(await project.run('exec', '-T', 'gateway', 'sh', '-c', tools)).toBe('');
  expect(await project.run('exec', '-T', 'gateway', 'ls', '/app/node_modules')).not.toMatch(
    /^typescript$/m,
  );

  const { COMPOSE_TRIAL_SECRETS = '[]' } = process.env;
  const secrets = JSON.parse(COMPOSE_TRIAL_SECRETS) as string[];
  const image = await project.imageOf('gateway');
  const details = await docker(project.access, ['image', 'inspect', image]);
  const history = await docker(project.access, ['history', '--no-trunc', image]);
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((secret) => `${details}${history}`.includes(secret))).toEqual([]);
});

test('missing secrets prevent the start and are all reported at once', async () => {
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
