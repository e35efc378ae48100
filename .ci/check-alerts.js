// Checks that the alert rules are valid, that each fires when it should and only then, and that each links to a
// runbook.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

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
  const rules = parse(read(join(FOLDER, 'alerts.yml'))).groups.flatMap((group) => group.rules);
  const headings = new Set(
    [...read(join(ROOT, RUNBOOK)).matchAll(/^#+ (\w+)$/gm)].map(([, title]) => title),
  );
  const tests = parse(read(join(FOLDER, 'alerts.test.yml'))).tests.flatMap(
    (test) => test.alert_rule_test,
  );
  return rules.flatMap(({ alert: name, annotations = {} }) => {
    const fires = tests
      .filter(({ alertname }) => alertname === name)
      .map(({ exp_alerts: expected }) => expected.length > 0);
    const problems = [];
    if (!annotations.summary) problems.push('has no summary');
    if (annotations.runbook !== `${RUNBOOK}#${name.toLowerCase()}`) {
      problems.push(`does not lead to its section of ${RUNBOOK}`);
    }
    if (!headings.has(name)) problems.push(`has no section in ${RUNBOOK}`);
    if (!fires.includes(true)) problems.push('has no test in which it rings');
    if (!fires.includes(false)) problems.push('has no test in which it does not ring');
    return problems.map((problem) => `${name} ${problem}`);
  });
}

function read(path) {
  return readFileSync(path, 'utf8');
}
