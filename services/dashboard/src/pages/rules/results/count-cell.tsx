import { Cell } from '../../../components/list.tsx';
import { formatNumber } from '../../../formats.ts';
import { CountLink } from '../../../outputs/output-link.tsx';
import { paramsOfQuery } from '../../../outputs/search-params.ts';
import type { CountName, VersionResults } from './queries.ts';
import { texts } from './texts.ts';

const COUNTS = ['checked', 'failed', 'labelled', 'upheld', 'overruled', 'missed'] as const;

/** The headers of `CountCells`. */
export const countHeads = (className = '') =>
  COUNTS.map((name) => ({ text: texts.counts[name], className: `text-right ${className}` }));

const OTHERS = ['labelledInBulk', 'labelledByImport'] as const;

interface CountCellsProps {
  readonly results: VersionResults;
  /** Whether bulk and imported labels are included. */
  readonly isAll: boolean;
  readonly className?: string;
}

/** Counts linked to their outputs; next to the labels, how many are excluded. */
export function CountCells({ results, isAll, className = '' }: CountCellsProps) {
  const others = othersOf(results, isAll);
  return COUNTS.map((count) => (
    <Cell key={count} className={`text-right tabular-nums ${className}`}>
      <ResultCount results={results} name={count} text={formatNumber(results[count])} />
      {count === 'labelled' &&
        others.map((name) => (
          <span key={name} className="block text-xs whitespace-nowrap">
            <ResultCount
              results={results}
              name={name}
              text={texts.beside(results[name], texts.counts[name])}
            />
          </span>
        ))}
    </Cell>
  ));
}

/** The same as a list with names, for narrow screens. */
export function CountList({ results, isAll }: Omit<CountCellsProps, 'className'>) {
  return (
    <ul className="flex flex-wrap gap-x-3 [&_a]:underline">
      {[...COUNTS, ...othersOf(results, isAll)].map((name) => (
        <li key={name} className="tabular-nums">
          {texts.counts[name]}{' '}
          <ResultCount results={results} name={name} text={formatNumber(results[name])} />
        </li>
      ))}
    </ul>
  );
}

const othersOf = (results: VersionResults, isAll: boolean) =>
  OTHERS.filter((name) => !isAll && results[name] > 0);

interface ResultCountProps {
  readonly results: VersionResults;
  readonly name: CountName;
  readonly text: string;
}

function ResultCount({ results, name, text }: ResultCountProps) {
  const { ruleName, version, search } = results;
  const label = texts.countOf(texts.counts[name], texts.ofVersion(ruleName, version), text);
  return <CountLink n={results[name]} search={paramsOfQuery(search[name])} {...{ text, label }} />;
}
