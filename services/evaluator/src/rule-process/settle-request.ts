import { BoundedCache } from '../engine/bounded-cache.ts';
import { type ApplicableRule, compileRule, type ExactRule } from '../engine/compile-rule.ts';
import { type JudgedOutput, makeJudgedOutput } from '../engine/judged-output.ts';
import { makeScanners, type ScannerOf } from '../engine/scanners.ts';
import { scanAtOnce } from '../engine/text-scan/text-scanner.ts';
import { type PatternTools, type RuleTools, weighSource } from '../engine/tools.ts';
import type { ProcessMessage, SettledRules, SettleRequest } from './protocol.ts';

// The rules of about a hundred rule sets with a thousand rules each.
const KEPT_RULES_MAX = 100_000;
// A message costs more than most shares. So results are sent before work that might take a second at worst.
const STEPS_UNREPORTED_MAX = 40_000_000;

/**
 * Settles rules in shares, cheap ones first, and reports each share.
 *
 * @param send resolves when the message is sent: results must be out before a check that may never end.
 */
export function makeSettleRequest(
  tools: RuleTools,
  send: (message: ProcessMessage) => Promise<void>,
) {
  // No other work needs this thread, so sets may be as large as an engine can keep in 8 MB.
  const instructionsOfSetMax = INSTRUCTIONS_OF_SHARE_MAX;
  const scannerOf = makeScanners({ ...tools, instructionsOfSetMax });
  const kept = new BoundedCache<readonly Share[]>(KEPT_RULES_MAX);

  const sharesOf = ({ key, rules }: SettleRequest): readonly Share[] | undefined => {
    const known = kept.get(key);
    if (known || rules === null) return known;
    const shares = shareOut(rules.map(compile(tools)), tools);
    kept.add(key, shares, () => rules.length);
    return shares;
  };

  return async (request: SettleRequest): Promise<void> => {
    const { id, content, evaluatedAt } = request;
    const shares = sharesOf(request);
    if (!shares) return send({ kind: 'unknown', id });
    const output = makeJudgedOutput(content, evaluatedAt);
    const length = output.text?.lengthMax ?? 0;
    let rules: SettledRules[] = [];
    let steps = 0;
    for (const share of shares) {
      const ownSteps = share.weight * length + share.compilingSteps;
      steps += ownSteps;
      if (steps > STEPS_UNREPORTED_MAX && rules.length > 0) {
        await send({ kind: 'settled', id, rules });
        rules = [];
        steps = ownSteps;
      }
      rules.push(settleShare(share, output, scannerOf));
    }
    return send({ kind: 'done', id, rules, bytes: process.memoryUsage.rss() });
  };
}

const compile =
  (tools: RuleTools) =>
  (rule: ApplicableRule): ExactRule => {
    const compiled = compileRule(rule, tools);
    if (compiled.kind !== 'exact')
      throw new Error('Judge rules cannot be settled in a rule process');
    return compiled;
  };

function settleShare(
  { rules, places }: Share,
  output: JudgedOutput,
  scannerOf: ScannerOf,
): SettledRules {
  const scanBeganMs = performance.now();
  const scanned = scanAtOnce(output, scannerOf(rules));
  let beganMs = performance.now();
  const scanMs = (beganMs - scanBeganMs) / rules.length;
  const latenciesMs = new Float64Array(rules.length);
  const endings = rules.map((rule, index) => {
    const settlement = rule.settle(scanned);
    const endedMs = performance.now();
    latenciesMs[index] = endedMs - beganMs + scanMs;
    beganMs = endedMs;
    if (settlement === null)
      throw new Error('A rule was deferred although nothing else waits for the thread');
    const { outcome, summary } = settlement;
    return outcome === 'passed' ? null : { outcome, summary };
  });
  return { places, latenciesMs, endings };
}

/** Rules that are settled together, with their indexes in the request. */
interface Share {
  readonly rules: readonly ExactRule[];
  readonly places: Uint32Array;
  /** Worst-case cost of a character of the output, in instructions. */
  readonly weight: number;
  /** Worst-case cost of compiling its schemas, which does not depend on the output. */
  readonly compilingSteps: number;
}

// The size of one set: a check that never ends only affects the rules of its own share.
const INSTRUCTIONS_OF_SHARE_MAX = 3_000;
const INSTRUCTIONS_OF_MEMBER_MAX = 600;
// Each ends when it has exceeded its budget: after a fifth of a second, or somewhat more with patterns.
const SCHEMAS_OF_SHARE_MAX = 5;
const WEIGHT_OF_SCHEMA = 1_000;
// A quarter of a second.
const STEPS_OF_COMPILING = 10_000_000;

/**
 * Divides rules into shares that are settled one after another: first rules whose time only depends on the text, then
 * patterns by size, then JSON Schemas, a few at a time.
 */
function shareOut(rules: readonly ExactRule[], tools: PatternTools): readonly Share[] {
  const cheap: PlacedRule[] = [];
  const schemas: PlacedRule[] = [];
  const patterns: PlacedRule[] = [];
  rules.forEach((rule, place) => {
    const { searchTerm } = rule;
    if (searchTerm?.kind === 'pattern') {
      patterns.push({ place, rule, weight: weighSource(searchTerm.source, tools) ?? 0 });
    } else if (hasSchema(rule)) schemas.push({ place, rule, weight: WEIGHT_OF_SCHEMA });
    else cheap.push({ place, rule, weight: 0 });
  });
  patterns.sort((one, other) => one.weight - other.weight);
  return [cheap, ...groupByWeight(patterns), ...groupSchemas(schemas)]
    .filter(({ length }) => length > 0)
    .map((placed) => ({
      rules: placed.map(({ rule }) => rule),
      places: Uint32Array.from(placed, ({ place }) => place),
      weight: placed.reduce((sum, { weight }) => sum + weight, 0),
      compilingSteps: placed.filter(({ rule }) => hasSchema(rule)).length * STEPS_OF_COMPILING,
    }));
}

interface PlacedRule {
  readonly place: number;
  readonly rule: ExactRule;
  readonly weight: number;
}

function groupByWeight(patterns: readonly PlacedRule[]): readonly PlacedRule[][] {
  const groups: PlacedRule[][] = [];
  let group: PlacedRule[] = [];
  let sum = 0;
  for (const placed of patterns) {
    const { weight } = placed;
    if (sum + weight > INSTRUCTIONS_OF_SHARE_MAX || weight > INSTRUCTIONS_OF_MEMBER_MAX) {
      groups.push(group);
      group = [];
      sum = 0;
    }
    group.push(placed);
    sum += weight;
  }
  return [...groups, group];
}

function groupSchemas(schemas: readonly PlacedRule[]): readonly PlacedRule[][] {
  const groups: PlacedRule[][] = [];
  for (let from = 0; from < schemas.length; from += SCHEMAS_OF_SHARE_MAX) {
    groups.push(schemas.slice(from, from + SCHEMAS_OF_SHARE_MAX));
  }
  return groups;
}

function hasSchema({ rule: { type, value } }: ExactRule): boolean {
  return type === 'json_valid' && value.trim() !== '';
}
