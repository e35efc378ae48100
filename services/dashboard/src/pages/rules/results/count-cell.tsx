import { Link } from '@tanstack/react-router';

import { Cell } from '../../../components/list.tsx';
import { formatNumber } from '../../../formats.ts';
import { paramsOfQuery } from '../../../outputs/search-params.ts';
import type { CountName, VersionResults } from './queries.ts';
import { texts } from './texts.ts';

const COUNTS = ['checked', 'failed', 'labelled', 'upheld', 'overruled', 'missed'] as const;

/** The heads of the columns of `CountCells`. */
export const COUNT_HEADS = COUNTS.map((name) => ({
  text: texts.counts[name],
  className: 'text-right',
}));

const OTHERS = ['labelledInBulk', 'labelledByImport'] as const;

interface CountCellsProps {
  readonly results: VersionResults;
  /** Whether labels in bulk and from imports are counted too. */
  readonly isAll: boolean;
}

/** How many outputs, each number leading to them; beside the labels, how many are left out. */
export function CountCells({ results, isAll }: CountCellsProps) {
  const others = OTHERS.filter((name) => !isAll && results[name] > 0);
  return COUNTS.map((count) => (
    <Cell key={count} className="text-right tabular-nums">
      <CountLink results={results} name={count} text={formatNumber(results[count])} />
      {count === 'labelled' &&
        others.map((name) => (
          <span key={name} className="block text-xs whitespace-nowrap">
            <CountLink
              results={results}
              name={name}
              text={texts.beside(results[name], texts.counts[name])}
            />
          </span>
        ))}
    </Cell>
  ));
}

interface CountLinkProps {
  readonly results: VersionResults;
  readonly name: CountName;
  readonly text: string;
}

function CountLink({ results, name, text }: CountLinkProps) {
  const { ruleName, version, search } = results;
  if (results[name] === 0) return <span className="text-faint">{text}</span>;
  return (
    <Link
      to="/outputs"
      search={paramsOfQuery(search[name])}
      aria-label={texts.countOf(texts.counts[name], texts.ofVersion(ruleName, version), text)}
      className="text-accent hover:underline"
    >
      {text}
    </Link>
  );
}
