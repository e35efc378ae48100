import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Answer } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { timelineQuery } from '../../outputs/queries.ts';
import { texts } from './texts.ts';

type StageName = keyof typeof texts.stages;

interface StageProps {
  readonly id: string;
  readonly stage: StageName;
  readonly text: string;
}

/** What was sent of it leads to how it was answered, for who may see that. */
function Stage({ id, stage, text }: StageProps) {
  const may = useMay();
  if (!stage.startsWith('callback ') || !may('listDeliveries')) {
    return <span className="font-medium">{text}</span>;
  }
  return (
    <Link to="/deliveries" search={{ logId: id }} className="font-medium text-accent underline">
      {text}
    </Link>
  );
}

/** What an evaluation held nobody has flagged: its detail says it all. */
function toldEvent(event: Answer<'getOutputTimeline'>['events'][number]) {
  const { stage, actor, detail } = event;
  const isHeld = stage === 'flagged' && actor === null && detail !== null;
  return isHeld
    ? { ...event, text: detail, detail: null }
    : { ...event, text: texts.stages[stage] };
}

/** What happened to it, oldest first; what was delivered of it too. */
export function Timeline({ id }: { readonly id: string }) {
  const { data, error } = useQuery(timelineQuery(id));
  return (
    <Card title={texts.timeline}>
      {error ? (
        <FailureNotice error={error} />
      ) : !data ? (
        <Loading />
      ) : (
        <ol className="space-y-3">
          {data.events.map(toldEvent).map(({ at, stage, text, actor, detail }, index) => (
            <li key={`${at} ${index}`} className="relative border-l border-line pl-4 text-sm">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-line-strong"
              />
              <p className="flex flex-wrap items-baseline justify-between gap-x-2">
                <Stage {...{ id, stage, text }} />
                <span className="text-xs text-faint">
                  <Moment at={at} isExact />
                </span>
              </p>
              {actor !== null && <p className="text-xs break-words text-faint">{actor}</p>}
              {detail !== null && <p className="text-xs break-words text-soft">{detail}</p>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
