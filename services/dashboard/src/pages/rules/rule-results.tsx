import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api, take } from '../../api/client.ts';
import { Cell } from '../../components/table.tsx';
import { formatNumber } from '../../formats/numbers.ts';
import { texts } from '../../texts.ts';

// Three questions a rule: they are not asked anew for each output that arrives.
const STALE_AFTER_MS = 60_000;

/** Which of the outputs that a rule checked. */
const COUNTED = [
  {},
  { ruleOutcome: 'failed' },
  { ruleOutcome: 'failed', humanDecision: 'approved' },
] as const;

/** How many outputs a rule checked, how many of them failed it, and how often a person let one of these through. */
export function RuleResults({ ruleId }: { readonly ruleId: string }) {
  return COUNTED.map((filter, place) => <ResultCell key={place} filter={{ ruleId, ...filter }} />);
}

interface ResultCellProps {
  readonly filter: { readonly ruleId: string } & (typeof COUNTED)[number];
}

function ResultCell({ filter }: ResultCellProps) {
  const { data: count } = useQuery({
    queryKey: ['rule-results', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, limit: 1, fields: 'id' };
      const { total } = await take(api.GET('/api/logs', { signal, params: { query } }));
      return total;
    },
    staleTime: STALE_AFTER_MS,
  });
  return (
    <Cell className="text-right tabular-nums">
      {count === undefined ? (
        <span className="text-faint" aria-label={texts.loading}>
          …
        </span>
      ) : count === 0 ? (
        <span className="text-faint">0</span>
      ) : (
        <Link to="/outputs" search={filter} className="text-accent hover:underline">
          {formatNumber(count)}
        </Link>
      )}
    </Cell>
  );
}
