import { BoundedCache } from '../domain/bounded-cache.ts';
import { type ApplicableRule, compileRule, type ExactRule } from '../domain/compile-rule.ts';
import { type JudgedOutput, makeJudgedOutput } from '../domain/judged-output.ts';
import type { RuleTools } from '../domain/rule-tools.ts';
import { scanAtOnce } from '../domain/text-scan/text-scanner.ts';
import { makeScanners, type ScannerOf } from '../use-cases/evaluations/scanners.ts';
import type { ProcessMessage, SettledRules, SettleRequest } from './protocol.ts';
import { INSTRUCTIONS_OF_SHARE_MAX, type Share, shareOut } from './share-out.ts';

export interface SettleRequestDeps {
  readonly tools: RuleTools;
  readonly readMs: () => number;
  /** How much memory the process has. */
  readonly readBytes: () => number;
  /** Resolves when it is on its way: what was settled must be out before a check that may never end. */
  readonly send: (message: ProcessMessage) => Promise<void>;
}

// Those of some hundred rule sets with a thousand rules each.
const KEPT_RULES_MAX = 100_000;
// A message costs more than most shares; what might take a second at the worst is told before more of it.
const STEPS_UNTOLD_MAX = 40_000_000;

/** Settles rules share by share, the cheap ones first, and tells of each share. */
export function makeSettleRequest({ tools, readMs, readBytes, send }: SettleRequestDeps) {
  // Nobody waits for the thread here, so sets may be as large as an engine keeps in 8 MB.
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
    const output = makeJudgedOutput(content, { fold: tools.fold, evaluatedAt });
    const length = output.text?.raw.length ?? 0;
    let rules: SettledRules[] = [];
    let steps = 0;
    for (const share of shares) {
      steps += share.weight * length;
      if (steps > STEPS_UNTOLD_MAX && rules.length > 0) {
        await send({ kind: 'settled', id, rules });
        rules = [];
        steps = share.weight * length;
      }
      rules.push(settleShare(share, { output, scannerOf, readMs }));
    }
    return send({ kind: 'done', id, rules, bytes: readBytes() });
  };
}

const compile =
  (tools: RuleTools) =>
  (rule: ApplicableRule): ExactRule => {
    const compiled = compileRule(rule, tools);
    if (compiled.kind !== 'exact') throw new Error('A judge is not asked here');
    return compiled;
  };

interface ShareContext {
  readonly output: JudgedOutput;
  readonly scannerOf: ScannerOf;
  readonly readMs: () => number;
}

function settleShare(
  { rules, places }: Share,
  { output, scannerOf, readMs }: ShareContext,
): SettledRules {
  const scanBeganMs = readMs();
  const scanned = scanAtOnce(output, scannerOf(rules));
  let beganMs = readMs();
  const scanMs = (beganMs - scanBeganMs) / rules.length;
  const latenciesMs = new Float64Array(rules.length);
  const endings = rules.map((rule, index) => {
    const settlement = rule.settle(scanned);
    const endedMs = readMs();
    latenciesMs[index] = endedMs - beganMs + scanMs;
    beganMs = endedMs;
    if (settlement === null) throw new Error('Here nobody is in haste');
    const { outcome, summary } = settlement;
    return outcome === 'passed' ? null : { outcome, summary };
  });
  return { places, latenciesMs, endings };
}
