// Runs `npm ci`. Where the prebuilt RE2 cannot be downloaded, compiling it takes minutes. The build is cached in
// ~/.cache/output-review by version of RE2, Node and libc, and RE2 itself checks that it works.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { version } = lock.packages['node_modules/re2'];
const { glibcVersionRuntime: libc } = process.report.getReport().header;
const cache = resolve(
  process.env.OUTPUT_REVIEW_CACHE || join(homedir(), '.cache', 'output-review'),
);
const mirror = join(cache, `re2-glibc-${libc}`);
// Where the install script of RE2 looks: in a mirror folder, by version, platform and ABI.
const kept = join(mirror, version, `linux-${process.arch}-${process.versions.modules}`);

const { status } = spawnSync('npm', ['ci'], {
  stdio: 'inherit',
  env: existsSync(kept)
    ? { ...process.env, RE2_DOWNLOAD_MIRROR: mirror, RE2_DOWNLOAD_SKIP_PATH: '1' }
    : process.env,
});
if (status === 0 && libc !== undefined && !existsSync(kept)) {
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync('node_modules/re2/build/Release/re2.node', `${kept}.${process.pid}`);
  renameSync(`${kept}.${process.pid}`, kept);
}
process.exitCode = status ?? 1;
