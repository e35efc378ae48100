import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';

import { api, take } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { Cell, ListCard, Row, usePages } from '../../../components/list.tsx';
import { PlainWords } from '../../../outputs/plain-text.tsx';
import { OutcomeBadge } from '../../../outputs/rule-findings.tsx';
import { type Backtest, type Flip, isActive } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.flips;

const WIDE = 'hidden md:table-cell';

interface FlipsCardProps {
  readonly backtest: Backtest;
  readonly opensTabs: boolean;
}

/** The outputs that the rule decides differently than before, next to people's decisions. */
export function FlipsCard({ backtest, opensTabs }: FlipsCardProps) {
  const { id, newlyFailed, newlyPassed } = backtest;
  // The key has the count, so that the list reloads as more are found.
  const name = `backtest-flips ${id} ${newlyFailed + newlyPassed}`;
  const flips = usePages(name, (query, signal) =>
    take(api.GET('/api/rules/backtests/{id}/flips', { signal, params: { path: { id }, query } })),
  );
  return (
    <ListCard
      {...flips}
      title={words.title}
      caption={words.title}
      heads={[words.output, words.was, words.would, { text: words.people, className: WIDE }]}
      empty={
        <p className="p-4 text-sm text-soft">{isActive(backtest) ? words.noneYet : words.none}</p>
      }
    >
      {(flip) => <FlipRow key={flip.id} {...{ flip, opensTabs }} />}
    </ListCard>
  );
}

function FlipRow({ flip, opensTabs }: { readonly flip: Flip; readonly opensTabs: boolean }) {
  const { id, was, would, label, excerpt } = flip;
  return (
    <Row>
      <Cell className="w-full min-w-24 md:min-w-56">
        <Link
          to="/outputs/$id"
          params={{ id }}
          {...(opensTabs ? { target: '_blank' } : {})}
          className="line-clamp-2 wrap-anywhere text-ink hover:text-accent hover:underline"
        >
          {excerpt === null ? <code className="text-xs">{id}</code> : <PlainWords text={excerpt} />}
          {opensTabs && <span className="sr-only"> {texts.start.newTab}</span>}
        </Link>
        <span className="mt-1 block text-xs md:hidden">
          <Label label={label} />
        </span>
      </Cell>
      <Cell>
        {was === null ? (
          <span className="whitespace-nowrap text-faint">{words.notApplied}</span>
        ) : (
          <OutcomeBadge outcome={was} />
        )}
      </Cell>
      <Cell>
        <OutcomeBadge outcome={would} />
      </Cell>
      <Cell className={WIDE}>
        <Label label={label} />
      </Cell>
    </Row>
  );
}

/** People's decision, as a label of the output's quality. */
function Label({ label }: Pick<Flip, 'label'>) {
  const text = words.labels[label];
  if (label === 'none') return <span className="whitespace-nowrap text-faint">{text}</span>;
  return (
    <Badge canWrap {...(label === 'good' ? { tone: 'ok', icon: Check } : { tone: 'bad', icon: X })}>
      {text}
    </Badge>
  );
}
