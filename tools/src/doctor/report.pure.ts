import type { Finding, State } from './facts.pure.ts';

const ORDER: readonly State[] = ['problem', 'warning', 'unknown', 'ok'];

/** Formats the findings, worst first, and a summary line with their counts. */
export function describeFindings(findings: readonly Finding[]): string {
  const sorted = ORDER.flatMap((state) => findings.filter((each) => each.state === state));
  const width = Math.max(0, ...sorted.map(({ check }) => check.length));
  const lines = sorted.flatMap(({ check, state, found, advice, page }) => {
    const indent = ' '.repeat(width + 11);
    return [
      `${state.padEnd(7)}  ${check.padEnd(width)}  ${found}`,
      ...(advice === undefined ? [] : [`${indent}${advice}`]),
      ...(page === undefined ? [] : [`${indent}See ${page}`]),
    ];
  });
  return [...lines, '', summaryOf(findings)].join('\n');
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (state: State): number => findings.filter((each) => each.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'No problem found.';
  return `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`;
}

const counted = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Whether something is broken now. Warnings do not count. */
export const hasProblem = (findings: readonly Finding[]): boolean =>
  findings.some(({ state }) => state === 'problem');
