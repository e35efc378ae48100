/** Formats one line per step: how long it took, how busy the machine was, and how it ended. */
export function tableOf(outcomes, secondsInAll) {
  const rows = outcomes.map(({ name, seconds, busy, passed, failed, problem, isBesideOthers }) => [
    isBesideOthers ? `${name} (beside others)` : name,
    seconds,
    busy === undefined ? '' : `${Math.round(busy * 100)} %`,
    passed || '',
    failed || '',
    problem ?? '',
  ]);
  const all = [['', 'seconds', 'busy', 'passed', 'failed', ''], ...rows, ['in all', secondsInAll]];
  const width = Math.max(...all.map(([name]) => name.length));
  return all
    .map(([name, ...figures]) => {
      const [seconds, busy = '', passed = '', failed = '', problem = ''] = figures;
      const columns = [seconds, busy, passed, failed].map((it) => String(it).padStart(8)).join('');
      return `${name.padEnd(width)}${columns}  ${problem}`.trimEnd();
    })
    .join('\n');
}
