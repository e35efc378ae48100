// Installs the missing system packages that the steps need, in one apt call.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PACKAGES = [
  {
    isInstalled:
      Boolean(process.env.CHROMIUM_PATH) || (has('chromium') && has('chromium-headless-shell')),
    names: ['chromium', 'chromium-headless-shell', 'fonts-liberation'],
  },
  // For promtool, which tests the alert rules.
  { isInstalled: has('promtool'), names: ['prometheus'] },
  { isInstalled: has('postgres') || hasDebianPostgres(), names: ['postgresql'] },
  { isInstalled: has('redis-server'), names: ['redis-server'] },
  { isInstalled: has('java'), names: ['default-jre-headless'] },
  { isInstalled: has('mvn'), names: ['maven'] },
  { isInstalled: has('go', ['/usr/local/go/bin']), names: ['golang-go'] },
  // Debian's Python needs the second package to create virtual environments.
  { isInstalled: canMakePythonVenv(), names: ['python3', 'python3-venv'] },
];

const missing = PACKAGES.filter(({ isInstalled }) => !isInstalled).flatMap(({ names }) => names);
if (missing.length === 0) console.log('All packages are installed.');
else if (process.getuid?.() !== 0 || !has('apt-get'))
  fail('only root can install them, with apt-get');
else install();

function install() {
  // Give up on a mirror that does not answer.
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::http::Timeout=60'];
  run('apt-get', [...options, 'update']);
  run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...missing]);
}

function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(program, args, { stdio: 'inherit', env });
  if (status !== 0) fail('apt-get could not install them');
}

function fail(why) {
  console.error(`${missing.join(', ')}: missing, and ${why}`);
  process.exit(1);
}

function has(program, more = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...more];
  return folders.some((folder) => isExecutable(join(folder, program)));
}

function canMakePythonVenv() {
  return spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0;
}

/** Debian keeps the server programs off PATH, in one folder per version. */
function hasDebianPostgres() {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((version) => isExecutable(join(folder, version, 'bin/postgres')));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
