/** What each step took and how it ended, a line each. */
export function tableOf(outcomes, secondsInAll) {
  const rows = outcomes.map(({ name, seconds, passed, failed, problem, isBackground }) => [
    isBackground ? `${name} (beside others)` : name,
    seconds,
    passed || '',
    failed || '',
    problem ?? '',
  ]);
  const all = [['', 'seconds', 'passed', 'failed', ''], ...rows, ['in all', secondsInAll]];
  const width = Math.max(...all.map(([name]) => name.length));
  return all
    .map(([name, ...figures]) => {
      const [seconds, passed = '', failed = '', problem = ''] = figures;
      const columns = [seconds, passed, failed].map((it) => String(it).padStart(8)).join('');
      return `${name.padEnd(width)}${columns}  ${problem}`.trimEnd();
    })
    .join('\n');
}
