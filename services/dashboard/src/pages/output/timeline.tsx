import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Answer } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { asksForRedo } from '../../decisions/decision.ts';
import { PlainWords } from '../../outputs/plain-text.tsx';
import { type Output, timelineQuery } from '../../outputs/queries.ts';
import { nameActor } from '../../outputs/texts.ts';
import { Latest } from './latest.tsx';
import { texts } from './texts.ts';

type StageName = keyof typeof texts.stages;

interface StageProps {
  readonly id: string;
  readonly stage: StageName;
  readonly text: string;
}

/** Links a delivery stage to its deliveries, for those who may see them. */
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

type TimelineEvent = Answer<'getOutputTimeline'>['events'][number];

/** For an output held by its evaluation, the detail replaces the stage: no person flagged it. */
function toShownEvent(event: TimelineEvent, isRedo: boolean) {
  const { stage, actor, detail } = event;
  const isHeld = stage === 'flagged' && actor === null && detail !== null;
  return isHeld
    ? { ...event, text: detail, detail: null }
    : { ...event, text: texts.stages[stage], detail: detailOf(event, isRedo) };
}

const VERDICTS: Readonly<Record<string, string>> = texts.verdicts;
const DECISIONS: Readonly<Record<string, string>> = componentTexts.decision;

/** Shows API codes with their badge labels. */
function detailOf({ stage, detail }: TimelineEvent, isRedo: boolean): string | null {
  if (detail === null) return null;
  if (stage === 'evaluated') return VERDICTS[detail] ?? detail;
  if (stage !== 'decided') return detail;
  if (isRedo) return componentTexts.redo;
  // The rule results of a correction may follow.
  return detail.replace(/^\w+/, (decision) => DECISIONS[decision] ?? decision);
}

/** The history of the output with its deliveries, oldest first. */
export function Timeline({ output: { id, decisions } }: { readonly output: Output }) {
  const redoneAt = new Set(decisions.filter(asksForRedo).map(({ at }) => at));
  const timeline = useQuery(timelineQuery(id));
  return (
    <Card title={texts.timeline}>
      <Loaded query={timeline}>
        {({ events }) => (
          <Latest
            className="space-y-3"
            entries={events.map((event) => toShownEvent(event, redoneAt.has(event.at)))}
          >
            {({ at, stage, text, actor, detail }, index) => (
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
                {actor !== null && (
                  <p className="text-xs break-words text-faint">{texts.by(nameActor(actor))}</p>
                )}
                {detail !== null && (
                  <p dir="auto" className="text-xs break-words text-soft">
                    <PlainWords text={detail} />
                  </p>
                )}
              </li>
            )}
          </Latest>
        )}
      </Loaded>
    </Card>
  );
}
