/** A part of a text that a rule objected to. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly ruleName: string;
}

/** A rule whose objection can be located in the text. */
export interface MarkingRule {
  readonly ruleName: string;
  readonly ruleType: string;
  readonly ruleValue: string;
}

const MARKS_MAX = 500;

/** Finds what rules objected to. RE2 patterns that JavaScript cannot parse are left out. */
export function findMarks(text: string, rules: readonly MarkingRule[]): Mark[] {
  const found = rules.flatMap((rule) => findOf(rule, text));
  const marks: Mark[] = [];
  for (const mark of found.sort((one, other) => one.from - other.from)) {
    // If matches overlap, the first one in the text gets the mark.
    if (mark.from >= (marks.at(-1)?.to ?? 0)) marks.push(mark);
  }
  return marks;
}

function findOf({ ruleName, ruleType, ruleValue }: MarkingRule, text: string): Mark[] {
  const pattern = patternOf(ruleType, ruleValue);
  if (!pattern) return [];
  const marks: Mark[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    marks.push({ from: match.index, to: match.index + match[0].length, ruleName });
    if (marks.length >= MARKS_MAX) break;
  }
  return marks;
}

function patternOf(ruleType: string, value: string): RegExp | null {
  try {
    if (ruleType === 'keyword_forbidden') return new RegExp(escape(value), 'giu');
    if (ruleType !== 'regex_forbidden') return null;
    const flags = /^\(\?([ims]+)\)/.exec(value);
    return new RegExp(value.slice(flags?.[0].length ?? 0), `gu${flags?.[1] ?? ''}`);
  } catch {
    return null;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Whether a failed rule can be located in the text. */
export function isMarking({ ruleType, outcome }: { ruleType: string; outcome: string }): boolean {
  return outcome === 'failed' && /^(?:keyword|regex)_forbidden$/.test(ruleType);
}
