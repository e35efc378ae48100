import type { ExactRule } from '../domain/compile-rule.ts';
import type { PatternTools } from '../domain/pattern.ts';
import { weighSource } from '../domain/weigh-source.ts';

/** Rules that are settled together, with their places among those of a request. */
export interface Share {
  readonly rules: readonly ExactRule[];
  readonly places: Uint32Array;
  /** What a character of the output may cost, in instructions. */
  readonly weight: number;
}

// As many as one set takes: a check that never ends takes no other rules with it than those of its share.
export const INSTRUCTIONS_OF_SHARE_MAX = 3_000;
const INSTRUCTIONS_OF_MEMBER_MAX = 600;
// Each ends by itself when it has cost too much: after a fifth of a second, with patterns after some more.
const SCHEMAS_OF_SHARE_MAX = 5;
const WEIGHT_OF_SCHEMA = 1_000;

/**
 * Divides rules into shares that are settled one after the other: what takes its time by the text
 * alone, then patterns from the smallest to the largest, then JSON Schemas, a few at a time.
 */
export function shareOut(rules: readonly ExactRule[], tools: PatternTools): readonly Share[] {
  const cheap: PlacedRule[] = [];
  const schemas: PlacedRule[] = [];
  const patterns: PlacedRule[] = [];
  rules.forEach((rule, place) => {
    const { sought } = rule;
    if (sought?.kind === 'pattern') {
      patterns.push({ place, rule, weight: weighSource(sought.source, tools) ?? 0 });
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
