import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, UserRound, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice, Loaded } from '../../components/loaded.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import { useDecisionOutbox } from '../../decisions/decision-outbox.tsx';
import { ReasonChoice } from '../../decisions/reasons.tsx';
import { texts as decisionTexts } from '../../decisions/texts.ts';
import { type HolderChoice, HolderField } from '../../outputs/assignee-fact.tsx';
import { OutputLink } from '../../outputs/output-link.tsx';
import { PlainWords } from '../../outputs/plain-text.tsx';
import type { Output, SearchQuery } from '../../outputs/queries.ts';
import { type BulkAction, type BulkOutcome, changeMany, CHOSEN_MAX, findAll } from './queries.ts';
import { texts } from './texts.ts';

interface BulkBarProps {
  readonly selection: Selection;
  readonly total: number;
  readonly search: SearchQuery;
}

/** Actions on the selected outputs. */
export function BulkBar({ selection, total, search }: BulkBarProps) {
  const queryClient = useQueryClient();
  const { selected } = selection;
  // Applies to the selection at the time the dialog opened.
  const [opened, setOpened] = useState<{ action: BulkAction; of: typeof selected } | null>(null);
  const looking = useRef<AbortController>(null);
  // Changing the selection cancels "select all".
  useEffect(() => () => looking.current?.abort(), [selected]);
  const all = useMutation({
    mutationFn: () => {
      looking.current = new AbortController();
      return findAll(search, looking.current.signal);
    },
    // The selection at the time of the click: the result may come after the bar is gone or shows another selection.
    onMutate: () => selected,
    onSuccess: (ids, _, of) => selection.choose(ids, of),
    onError: (error) => {
      if (error.name !== 'AbortError') showFailure(error);
    },
  });
  const words = texts.bulk;
  const opening = (action: BulkAction) => ({
    disabled: all.isPending,
    onClick: () => setOpened({ action, of: selected }),
  });
  return (
    <div
      role="group"
      aria-label={words.group}
      className="flex flex-wrap items-center gap-1.5 bg-accent-soft px-3 py-2"
    >
      <span className="mr-auto text-sm font-medium text-accent">
        {words.selected(selected.size)}
      </span>
      {selected.size < Math.min(total, CHOSEN_MAX) && (
        <Button size="small" tone="quiet" isBusy={all.isPending} onClick={() => all.mutate()}>
          {total > CHOSEN_MAX ? words.first(CHOSEN_MAX) : words.all(total)}
        </Button>
      )}
      <Button {...opening('approve')} size="small" icon={Check}>
        {decisionTexts.approve}
      </Button>
      <Button {...opening('reject')} size="small" icon={X}>
        {decisionTexts.reject}
      </Button>
      <IconButton
        {...opening('assign')}
        icon={UserRound}
        label={words.assign}
        className="size-7!"
      />
      <IconButton icon={X} label={words.clear} onClick={selection.clear} className="size-7!" />
      {opened && (
        <BulkDialog
          action={opened.action}
          ids={[...opened.of]}
          onClose={(isDone, rest) => {
            setOpened(null);
            if (!isDone) return;
            const left = new Set(rest);
            selection.drop([...opened.of].filter((id) => !left.has(id)));
            void queryClient.invalidateQueries({ queryKey: ['outputs'] });
          }}
        />
      )}
    </div>
  );
}

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly ids: readonly string[];
  /** Whether anything changed, and the IDs left to do. */
  readonly onClose: (isDone: boolean, rest?: readonly string[]) => void;
}

/** Shows what would change first, and the result afterwards. */
function BulkDialog({ action, ids, onClose }: BulkDialogProps) {
  const words = texts.bulk;
  const [reasonIds, chooseReasons] = useState<readonly string[]>([]);
  const [holder, setHolder] = useState<HolderChoice | null>(null);
  const outbox = useDecisionOutbox();
  const change = useMutation({
    mutationFn: async () => {
      // Send earlier decisions first.
      await outbox.sendHeld();
      return changeMany(ids, {
        action,
        reasonIds: [...reasonIds],
        ...(action === 'assign' ? holder?.holder : {}),
      });
    },
  });
  const outcome = change.data;
  const rest = outcome ? outcome.rest?.ids : ids;
  const close = () => onClose(change.isSuccess || change.isError, rest);
  return (
    <DialogFrame
      onClose={close}
      isBusy={change.isPending}
      title={outcome ? words.done : words.title[action](ids.length)}
      {...(outcome ? {} : { description: words.why[action] })}
      actions={
        outcome ? (
          <Button tone="primary" onClick={close}>
            {componentTexts.close}
          </Button>
        ) : (
          <>
            <Button disabled={change.isPending} onClick={close}>
              {componentTexts.form.cancel}
            </Button>
            <Button
              tone="primary"
              isBusy={change.isPending}
              disabled={action === 'assign' && holder === null}
              onClick={() => change.mutate()}
            >
              {words.confirm[action](ids.length)}
            </Button>
          </>
        )
      }
    >
      {change.error && <FailureNotice error={change.error} />}
      {outcome ? (
        <Outcome action={action} outcome={outcome} />
      ) : (
        <div className="space-y-4">
          {action === 'reject' && <ReasonChoice chosen={reasonIds} onChoose={chooseReasons} />}
          {action === 'assign' && <HolderField value={holder} onChoose={setHolder} />}
          <Preview ids={ids} />
        </div>
      )}
    </DialogFrame>
  );
}

const SHOWN_MAX = 5;

/** The first selected outputs in their current state. */
function Preview({ ids }: { readonly ids: readonly string[] }) {
  const shown = ids.slice(0, SHOWN_MAX);
  const preview = useQuery({
    queryKey: ['outputs', 'list', 'preview', shown],
    queryFn: async ({ signal }) => {
      const outputs = await Promise.all(shown.map((id) => findOutput(id, signal)));
      return outputs.filter((output) => output !== null);
    },
  });
  return (
    <Loaded query={preview} lines={3}>
      {(outputs) => (
        <ul className="space-y-2 text-sm">
          {outputs.map(({ id, excerpt, projectName, taskName, verdict, explanation }) => (
            <li key={id} className="rounded-md bg-sunken px-3 py-2">
              <p className="line-clamp-2 break-words">
                {excerpt === null ? texts.noWords : <PlainWords text={excerpt} />}
              </p>
              {/* The explanation of an output that passed its rules adds nothing. */}
              {verdict !== 'pass' && (
                <p className="line-clamp-2 text-xs text-soft">{explanation}</p>
              )}
              <p className="text-xs text-faint">
                {[projectName, taskName].filter(Boolean).join(' / ')}
              </p>
            </li>
          ))}
          {ids.length > SHOWN_MAX && (
            <li className="text-faint">{texts.bulk.more(ids.length - SHOWN_MAX)}</li>
          )}
        </ul>
      )}
    </Loaded>
  );
}

/** Null if it was deleted since it was selected; the bulk action skips it and says so. */
async function findOutput(id: string, signal: AbortSignal): Promise<Output | null> {
  try {
    return await take(api.GET('/api/logs/{id}', { params: { path: { id } }, signal }));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

interface OutcomeProps {
  readonly action: BulkAction;
  readonly outcome: BulkOutcome;
}

function Outcome({ action, outcome: { changed, skipped, rest } }: OutcomeProps) {
  const words = texts.bulk;
  return (
    <div className="space-y-3 text-sm">
      <p>{words.changed[action](changed)}</p>
      {skipped.length > 0 && (
        <>
          <p>{words.skipped(skipped.length)}</p>
          <ul className="max-h-56 space-y-1 overflow-y-auto">
            {skipped.map(({ id, code }) => (
              <li key={id} className="flex justify-between gap-3">
                <OutputLink id={id} className="min-w-0 truncate" />
                <span className="shrink-0 text-soft">{whySkipped(action, code)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {rest && (
        <>
          <p>{words.rest(rest.ids.length)}</p>
          <FailureNotice error={rest.error} />
        </>
      )}
    </div>
  );
}

function whySkipped(action: BulkAction, code: BulkOutcome['skipped'][number]['code']): string {
  const words = texts.bulk;
  if (action === 'assign' && code === 'FORBIDDEN') return words.notYours;
  if (action === 'approve' && code === 'CONFLICT') return words.notRead;
  return words.codes[code];
}

interface Selected {
  /** The view of the rows; in another view, nothing is selected. */
  readonly view: string;
  readonly ids: ReadonlySet<string>;
  /** The start of a range selection. */
  readonly last: string | null;
}

const NOTHING: Selected = { view: '', ids: new Set(), last: null };

/**
 * The selected rows of a view, toggled one by one or as a range. The functions that change it keep their identity.
 *
 * @param isFormer whether the rows still belong to the previous view: then none can be selected.
 */
export function useSelection(view: string, isFormer: boolean) {
  const [known, setKnown] = useState(NOTHING);
  const { ids: selected } = known.view === view ? known : NOTHING;
  const changes = useMemo(() => {
    const change = (to: (before: Selected) => Omit<Selected, 'view'>): void => {
      if (isFormer) return;
      setKnown((before) => ({ ...to(before.view === view ? before : NOTHING), view }));
    };
    return {
      toggle(id: string): void {
        change(({ ids }) => {
          const next = new Set(ids);
          if (!next.delete(id)) next.add(id);
          return { ids: next, last: id };
        });
      },
      /** Selects all rows from the last selected one to this one. */
      extendTo(id: string, rows: readonly string[]): void {
        change(({ ids, last }) => {
          const ends = [rows.indexOf(last ?? id), rows.indexOf(id)];
          // A row that was decided meanwhile cannot be the end of a range.
          const range = ends.includes(-1)
            ? [id]
            : rows.slice(Math.min(...ends), Math.max(...ends) + 1);
          return { ids: new Set([...ids, ...range]), last: id };
        });
      },
      /** Deselects finished rows. Nothing changes if none of them is selected, or the view is another one. */
      drop(done: readonly string[]): void {
        setKnown((before) => {
          if (before.view !== view || !done.some((id) => before.ids.has(id))) return before;
          const gone = new Set(done);
          const { ids, last } = before;
          return {
            ...before,
            ids: new Set([...ids].filter((id) => !gone.has(id))),
            last: last !== null && gone.has(last) ? null : last,
          };
        });
      },
      /** Selects these rows, unless the selection has changed since they were requested. */
      choose(rows: readonly string[], of: ReadonlySet<string>): void {
        setKnown((before) => (before.ids === of ? { ...before, ids: new Set(rows) } : before));
      },
      clear(): void {
        change(() => NOTHING);
      },
    };
  }, [view, isFormer]);
  return { selected, ...changes };
}

export type Selection = ReturnType<typeof useSelection>;
