import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Maximize2 } from 'lucide-react';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';

import { useKeys } from '../../app/keyboard.tsx';
import { useMay } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { texts as appTexts } from '../../app/texts.ts';
import { SampleBadge, StatusBadge } from '../../components/badge.tsx';
import { FailureNotice, Loading } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { useClaim } from '../../decisions/claim-keeper.ts';
import { DecisionBar } from '../../decisions/decision-bar.tsx';
import type { DecisionKind } from '../../decisions/decision.ts';
import { heldDecisions } from '../../decisions/held-decisions.ts';
import { DecidedNotice, HeldNotice } from '../../decisions/notices.tsx';
import { OutputBody } from '../../outputs/output-body.tsx';
import { OutputFacts } from '../../outputs/output-facts.tsx';
import { failureInPlace, type Output, outputQuery } from '../../outputs/queries.ts';
import { texts as outputTexts } from '../../outputs/texts.ts';
import { texts } from './texts.ts';

interface QueueDetailProps {
  readonly id: string;
  readonly onDecided: (decision: DecisionKind, isHeld: boolean) => void;
  /** Returns to the list on narrow screens. */
  readonly onBack: () => void;
}

/** The open output, next to the list. */
export function QueueDetail({ id, onDecided, onBack }: QueueDetailProps) {
  // `useLoadAhead` reloads a stale preloaded output after the first paint.
  const found = useQuery({ ...outputQuery(id), refetchOnMount: false });
  const { data: output, refetch } = found;
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Scroll to the top of each output.
    if (body.current) body.current.scrollTop = 0;
  }, [id]);
  useClaim(output);
  useKeys({ space: () => readOn(body.current, 1), 'shift+space': () => readOn(body.current, -1) });
  const failure = failureInPlace(found);
  const isThere = !failure && output !== undefined;
  const { frame, onFocus, onBlur } = useKeptFocus(isThere);
  if (!isThere) {
    return (
      <div ref={frame} tabIndex={-1} className="outline-none">
        <div className="border-b border-line px-4 py-2.5 lg:hidden">
          <BackToList onBack={onBack} />
        </div>
        {failure ? (
          <div className="p-4">
            <FailureNotice error={failure} onRetry={() => void refetch()} />
          </div>
        ) : (
          <Loading lines={9} />
        )}
      </div>
    );
  }
  return (
    <article
      ref={frame}
      aria-label={texts.detail}
      className="flex h-full flex-col"
      {...{ onFocus, onBlur }}
    >
      <DetailHead output={output} onBack={onBack} />
      <div
        ref={body}
        className="relative min-h-0 flex-1 space-y-6 overflow-y-auto px-4 py-4 md:px-6"
        tabIndex={0}
        role="region"
        aria-label={texts.detail}
      >
        <OutputBody output={output} />
        <section aria-label={outputTexts.details} className="border-t border-line pt-4">
          <h3 className="mb-2 text-sm">{outputTexts.details}</h3>
          <OutputFacts key={output.id} output={output} />
        </section>
      </div>
      <DetailFoot output={output} onDecided={onDecided} />
    </article>
  );
}

/**
 * Keeps the keyboard focus while the next output loads: it moves to the button with the same text there. Without this,
 * it would stay on the old button.
 */
function useKeptFocus(isThere: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const words = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === frame.current;
    if (words.current === null || !isLost) return;
    const buttons = [...(frame.current?.querySelectorAll('button') ?? [])];
    const same = buttons.find(({ textContent }) => textContent === words.current);
    (same ?? frame.current)?.focus();
  }, [isThere]);
  const onFocus = ({ target, currentTarget }: FocusEvent): void => {
    // Dialogs are rendered elsewhere on the page, and restore the focus themselves.
    if (currentTarget.contains(target)) words.current = target.textContent;
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget?.closest('[role=dialog]') == null) words.current = null;
  };
  return { frame, onFocus, onBlur };
}

/** The back button on narrow screens, with the page heading, which is hidden there with the list. */
function BackToList({ onBack }: Pick<QueueDetailProps, 'onBack'>) {
  return (
    <>
      <h1 className="sr-only lg:hidden">{appTexts.navigation.queue}</h1>
      <button
        type="button"
        onClick={onBack}
        aria-label={texts.back}
        className="-ml-2 rounded-md p-2 text-soft hover:bg-sunken lg:hidden"
      >
        <ArrowLeft size="1.0625rem" aria-hidden />
      </button>
    </>
  );
}

function DetailHead({ output, onBack }: { readonly output: Output; readonly onBack: () => void }) {
  const { id, projectName, taskName, status, timestamp, respondBy, sampled } = output;
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2.5 md:px-6">
      <BackToList onBack={onBack} />
      <h2 dir="auto" className="min-w-0 truncate text-base">
        {projectName}
        {taskName !== null && <span className="font-normal text-soft"> / {taskName}</span>}
      </h2>
      <StatusBadge status={status} />
      {sampled && <SampleBadge />}
      <span className="hidden text-xs text-faint sm:inline">
        <Moment at={timestamp} />
      </span>
      {respondBy !== null && (
        <span className="shrink-0 text-xs font-medium whitespace-nowrap text-warn">
          {texts.due} <Moment at={respondBy} />
        </span>
      )}
      <Link
        to="/outputs/$id"
        params={{ id }}
        aria-label={texts.open}
        title={texts.open}
        className="ml-auto rounded-md p-2 text-soft hover:bg-sunken hover:text-ink"
      >
        <Maximize2 size="1rem" aria-hidden />
      </Link>
    </div>
  );
}

interface DetailFootProps {
  readonly output: Output;
  readonly onDecided: (decision: DecisionKind, isHeld: boolean) => void;
}

function DetailFoot({ output, onDecided }: DetailFootProps) {
  const may = useMay();
  const held = useStore(heldDecisions).find(({ outputId }) => outputId === output.id);
  const isDecided = output.humanDecision !== null;
  if (!isDecided && !may('decideOutput')) return null;
  return (
    <div className="bottom-0 border-t border-line bg-surface px-4 py-3 md:px-6 [@media(min-height:600px)]:sticky">
      {isDecided && <DecidedNotice output={output} />}
      {held && <HeldNotice held={held} />}
      {!isDecided && !held && <DecisionBar output={output} onDecided={onDecided} />}
    </div>
  );
}

// The share of the visible height to scroll; the last lines stay visible for orientation.
const STEP = 0.85;

/**
 * Scrolls one page, as the space bar does on any page: first the visible scrollable texts inside, then the whole
 * output.
 */
function readOn(frame: HTMLElement | null, direction: 1 | -1): void {
  if (!frame) return;
  const texts = [...frame.querySelectorAll<HTMLElement>('[role="region"]')];
  const unread = texts.find((text) => isInSight(text, frame) && canScroll(text, direction));
  const moved = unread ?? frame;
  moved.scrollBy({ top: direction * moved.clientHeight * STEP });
}

function isInSight(text: HTMLElement, frame: HTMLElement): boolean {
  const [inner, outer] = [text.getBoundingClientRect(), frame.getBoundingClientRect()];
  return inner.top < outer.bottom && inner.bottom > outer.top;
}

function canScroll(text: HTMLElement, direction: 1 | -1): boolean {
  const { scrollTop, scrollHeight, clientHeight } = text;
  return direction === 1 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0;
}
