import { texts as componentTexts } from '../components/texts.ts';
import { formatTime, LOCALE } from '../formats.ts';
import { readTime } from './search-params.ts';
import { texts } from './texts.ts';

type Words = Readonly<Record<string, string>>;

const FLAG = { true: texts.yes, false: texts.no };

/** The values of filters that are choices, with their texts. */
export const FILTER_WORDS: Readonly<Record<string, Words>> = {
  status: componentTexts.status,
  humanDecision: { ...componentTexts.decision, none: texts.undecided },
  ruleOutcome: texts.outcomes,
  label: texts.labels,
  labelSource: texts.labelSources,
  ...{ pending: FLAG, hasAction: FLAG, sampled: FLAG },
};

const NAMES: Words = texts.filters;

/** Describes a filter for users. API callers may use filters that no form has. */
export function describeFilter(name: string, value: string): string {
  return `${NAMES[name] ?? name}: ${describeFilterValue(name, value)}`;
}

/** @param value of a choice may be a comma-separated list. */
export function describeFilterValue(name: string, value: string): string {
  const words = FILTER_WORDS[name];
  if (words) {
    const chosen = value.split(',').map((each) => words[each] ?? each);
    return new Intl.ListFormat(LOCALE, { type: 'disjunction' }).format(chosen);
  }
  const isTime = name === 'from' || name === 'to' || name === 'dueBefore';
  const time = isTime ? readTime(name, value) : undefined;
  return time === undefined ? value : formatTime(new Date(time));
}
