// Checks that the alert rules are valid, that each fires when it should and only then, and that each links to a
// runbook.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/prometheus');
const RUNBOOK = 'docs/observability.md';

const faults = [
  ...faultsOfTool(['check', 'config', 'prometheus.yml']),
  ...faultsOfTool(['test', 'rules', 'alerts.test.yml']),
  ...faultsOfRules(),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

function faultsOfTool(args) {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (error?.code === 'ENOENT') {
    return [
      'promtool is missing: it comes with Prometheus (on Debian: apt-get install prometheus)',
    ];
  }
  if (error) throw error;
  return status === 0 ? [] : [`promtool ${args.join(' ')}:\n${stdout}${stderr}`];
}

function faultsOfRules() {
  const rules = read(join(FOLDER, 'alerts.yml'))
    .split(/^ {6}- alert: /m)
    .slice(1);
  const headings = new Set(
    [...read(join(ROOT, RUNBOOK)).matchAll(/^#+ (\w+)$/gm)].map(([, title]) => title),
  );
  const tests = testsOfAlerts();
  return rules.flatMap((rule) => {
    const name = rule.slice(0, rule.indexOf('\n'));
    const { rings = 0, rests = 0 } = tests.get(name) ?? {};
    const problems = [];
    if (!/^ +summary: \S/m.test(rule)) problems.push('has no summary');
    if (!rule.includes(`runbook: ${RUNBOOK}#${name.toLowerCase()}\n`)) {
      problems.push(`does not lead to its section of ${RUNBOOK}`);
    }
    if (!headings.has(name)) problems.push(`has no section in ${RUNBOOK}`);
    if (rings === 0) problems.push('has no test in which it rings');
    if (rests === 0) problems.push('has no test in which it does not ring');
    return problems.map((problem) => `${name} ${problem}`);
  });
}

function testsOfAlerts() {
  const tests = new Map();
  const text = read(join(FOLDER, 'alerts.test.yml'));
  for (const [, name, none] of text.matchAll(/alertname: (\w+)\s+exp_alerts:( \[\])?/g)) {
    const { rings, rests } = tests.get(name) ?? { rings: 0, rests: 0 };
    tests.set(name, none ? { rings, rests: rests + 1 } : { rings: rings + 1, rests });
  }
  return tests;
}

function read(path) {
  return readFileSync(path, 'utf8');
}
