import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { type Answer, api, take } from '../../api/client.ts';
import { queueStateQuery, type QueueState } from '../../api/queries.ts';
import { Cell, ListCard, Row } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card, Page } from '../../components/page.tsx';
import { formatNumber, formatTime } from '../../formats.ts';
import { GroupsCard } from './groups-card.tsx';
import { texts } from './texts.ts';

const LIMIT = 50;
const REFRESH_MS = 10_000;

/** The state of the queue, and who is reviewing. */
export function ReviewersPage() {
  const [page, setPage] = useState(1);
  const state = useQuery({ ...queueStateQuery, refetchInterval: REFRESH_MS });
  const reviewers = useQuery({
    queryKey: ['queue', 'reviewers', page],
    queryFn: ({ signal }) => {
      const query = { page, limit: LIMIT };
      return take(api.GET('/api/queue/reviewers', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title={texts.title} description={texts.description}>
      <div className="space-y-5">
        <Loaded query={state} lines={2}>
          {(queue) => <QueueFigures queue={queue} />}
        </Loaded>
        <ListCard
          query={reviewers}
          onPage={setPage}
          caption={texts.title}
          heads={[
            texts.person,
            { text: texts.claimed, className: 'text-right' },
            texts.nextDue,
            { text: texts.decidedLastHour, className: 'hidden text-right sm:table-cell' },
            { text: texts.lastDecided, className: 'hidden sm:table-cell' },
          ]}
          empty={<EmptyState icon={Users} title={texts.none} text={texts.noneText} />}
        >
          {(reviewer) => <ReviewerRow key={reviewer.email} reviewer={reviewer} />}
        </ListCard>
        <GroupsCard />
      </div>
    </Page>
  );
}

function QueueFigures({ queue }: { readonly queue: QueueState }) {
  const { waiting, oldestAt, dueSoon, dueUnclaimed, since, cameIn, decided } = queue;
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name={texts.waiting}>{formatNumber(waiting)}</Figure>
        <Figure name={texts.oldest}>{oldestAt === null ? '–' : <Moment at={oldestAt} />}</Figure>
        <Figure name={texts.dueSoon}>{formatNumber(dueSoon)}</Figure>
        <Figure name={texts.dueUnclaimed} isBad={dueUnclaimed > 0}>
          {formatNumber(dueUnclaimed)}
        </Figure>
        <Figure name={texts.cameIn(formatTime(new Date(since)))}>{formatNumber(cameIn)}</Figure>
        <Figure name={texts.decided}>{formatNumber(decided)}</Figure>
      </dl>
    </Card>
  );
}

interface FigureProps {
  readonly name: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, isBad = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-soft">{name}</dt>
      <dd className={`mt-0.5 text-lg font-semibold tabular-nums ${isBad ? 'text-bad' : ''}`}>
        {children}
      </dd>
    </div>
  );
}

type Reviewer = Answer<'listReviewers'>['items'][number];

function ReviewerRow({ reviewer }: { readonly reviewer: Reviewer }) {
  const { email, claimed, nextDueAt, decided, lastDecidedAt } = reviewer;
  return (
    <Row>
      <Cell className="max-w-28 font-medium sm:max-w-64">
        <span className="block truncate" title={email}>
          {email}
        </span>
      </Cell>
      <Cell className="text-right tabular-nums">{formatNumber(claimed)}</Cell>
      <Cell className="text-soft">{nextDueAt !== null && <Moment at={nextDueAt} />}</Cell>
      <Cell className="hidden text-right tabular-nums sm:table-cell">{formatNumber(decided)}</Cell>
      <Cell className="hidden text-soft sm:table-cell">
        {lastDecidedAt !== null && <Moment at={lastDecidedAt} />}
      </Cell>
    </Row>
  );
}
