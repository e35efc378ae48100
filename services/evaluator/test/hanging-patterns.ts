/**
 * Patterns that take a backtracking engine longer than anybody waits, each with the character that a
 * text of it consists of. From reports on real services and from the literature on such attacks.
 */
export const HANGING_PATTERNS: readonly (readonly [pattern: string, character: string])[] = [
  ['(x+x+)+y', 'x'],
  ['(x|xx)*y', 'x'],
  ['(x|x)*y', 'x'],
  ['(x*)*y', 'x'],
  ['(x+)+[^x]z', 'x'],
  ['(.*)*(.*)*(.*)*\\d', 'x'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['^(a|aa)+[^a]', 'a'],
  ['(a|a?)+b', 'a'],
  ['(a?){50}a{50}b', 'a'],
  ['^(\\w+\\s?)*[^\\w\\s]$', 'a'],
  ['(\\d+)*[^\\d]x', '1'],
  ['^([a-zA-Z0-9])(([.-]|[_]+)?([a-zA-Z0-9]+))*@[a-z0-9]+[.][a-z]{2,3}$', 'a'],
  ['(.*a){20}b', 'a'],
  ['^(.*?,){11}P', ','],
  ['(?:(?:"|\')+)+[^"\']z', '"'],
  ['([^"]*"[^"]*")*[^"]*;x', '"'],
  ['(?:.*=.*)+;$', '='],
  ['[ab]*[ab]*[ab]*[ab]*c', 'a'],
  ['(?i)^(?:(?:[a-z]+)*\\s*)*\\d$', 'a'],
];

/**
 * The milliseconds of a core that the cheapest of some runs took: what others do on the machine does not count, and
 * least what other threads of the process do.
 *
 * @param enoughMs a run as cheap as that is the last one.
 */
export function cheapestMs(enoughMs: number, run: () => void): number {
  let cheapest = Infinity;
  for (let tries = 0; tries < 10 && cheapest > enoughMs; tries += 1) {
    cheapest = Math.min(cheapest, coreMs(run));
  }
  return cheapest;
}

/** The milliseconds of a core that the process takes meanwhile. */
export function coreMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
