import { Link } from '@tanstack/react-router';

import { Cell } from '../../../components/list.tsx';
import { formatNumber } from '../../../formats.ts';
import { paramsOfQuery } from '../../../outputs/search-params.ts';
import type { CountName, VersionResults } from './queries.ts';
import { texts } from './texts.ts';

interface CountProps {
  readonly results: VersionResults;
  readonly name: CountName;
}

/** How many outputs, which it leads to. */
export function CountCell({ results, name }: CountProps) {
  return (
    <Cell className="text-right tabular-nums">
      <CountLink results={results} name={name} text={formatNumber(results[name])} />
    </Cell>
  );
}

const OTHERS = ['labelledInBulk', 'labelledByImport'] as const;

interface LabelledCellProps {
  readonly results: VersionResults;
  /** Whether those in bulk and from imports are among them. */
  readonly isAll: boolean;
}

/** How many outputs have a label, and how many have one that is left out. */
export function LabelledCell({ results, isAll }: LabelledCellProps) {
  const others = OTHERS.filter((name) => !isAll && results[name] > 0);
  return (
    <Cell className="text-right tabular-nums">
      <CountLink results={results} name="labelled" text={formatNumber(results.labelled)} />
      {others.map((name) => (
        <span key={name} className="block text-xs whitespace-nowrap">
          <CountLink
            results={results}
            name={name}
            text={texts.beside(results[name], texts.counts[name])}
          />
        </span>
      ))}
    </Cell>
  );
}

function CountLink({ results, name, text }: CountProps & { readonly text: string }) {
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
