/**
 * Patterns that hang a backtracking engine, each with the character to build its text from. From reports of real
 * outages and literature on ReDoS.
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

/** Maximum time that work on a shared thread may take, in yardsticks. */
export const THREAD_YARDSTICKS_MAX = 6;

const ATTEMPTS = 10;

/**
 * CPU time of some work in multiples of a yardstick. Takes the fastest run of each, since machines differ by a factor
 * and steal time counts as CPU time. Work that is cheap enough at once runs only once.
 */
export function countYardsticks(run: () => void): number {
  let [cheapest, yardstick] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    yardstick = Math.min(yardstick, coreMs(hashText));
    cheapest = Math.min(cheapest, coreMs(run));
    if (cheapest < THREAD_YARDSTICKS_MAX * yardstick) break;
  }
  return cheapest / yardstick;
}

const TEXT = 'x'.repeat(1024 * 1024);
const ROUNDS = 8;

/** The yardstick: 20 ms on a machine a third as fast as that of docs/performance.md. */
function hashText(): number {
  let hash = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < TEXT.length; i += 1) hash = (Math.imul(hash, 31) + TEXT.charCodeAt(i)) | 0;
  }
  return hash;
}

/** CPU time of this process during a call, in milliseconds. */
export function coreMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
