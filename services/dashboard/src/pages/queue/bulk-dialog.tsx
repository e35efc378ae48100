import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { texts } from '../../texts.ts';
import { type BulkAction, type BulkOutcome, changeMany } from './change-many.ts';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly ids: readonly string[];
  /** Whether anything was changed. */
  readonly onClose: (isDone: boolean) => void;
}

/** Says what would change before, and what came of it after. */
export function BulkDialog({ action, ids, onClose }: BulkDialogProps) {
  const words = texts.queue.bulk;
  const change = useMutation({ mutationFn: () => changeMany(ids, action) });
  const outcome = change.data;
  const isDone = change.isSuccess || change.isError;
  return (
    <DialogFrame
      isOpen
      onClose={() => onClose(isDone)}
      title={outcome ? words.done : words.title[action](ids.length)}
      {...(outcome ? {} : { description: words.why })}
      actions={
        outcome ? (
          <Button tone="primary" onClick={() => onClose(true)}>
            {texts.shell.close}
          </Button>
        ) : (
          <>
            <Button onClick={() => onClose(isDone)}>{texts.form.cancel}</Button>
            <Button tone="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
              {words.confirm[action](ids.length)}
            </Button>
          </>
        )
      }
    >
      {change.error && <FailureNotice error={change.error} />}
      {outcome ? <Outcome outcome={outcome} /> : <Preview ids={ids} />}
    </DialogFrame>
  );
}

const SHOWN_MAX = 5;

/** The first of them, as they stand now. */
function Preview({ ids }: { readonly ids: readonly string[] }) {
  const shown = ids.slice(0, SHOWN_MAX);
  const { data, error } = useQuery({
    queryKey: ['outputs', 'list', 'preview', shown],
    queryFn: async ({ signal }) =>
      Promise.all(
        shown.map((id) => take(api.GET('/api/logs/{id}', { params: { path: { id } }, signal }))),
      ),
  });
  if (error) return <FailureNotice error={error} />;
  if (!data) return <Loading lines={3} />;
  return (
    <ul className="space-y-2 text-sm">
      {data.map(({ id, projectName, taskName, explanation }) => (
        <li key={id} className="rounded-md bg-sunken px-3 py-2">
          <p className="font-medium">{[projectName, taskName].filter(Boolean).join(' / ')}</p>
          <p className="line-clamp-2 text-xs text-soft">{explanation ?? id}</p>
        </li>
      ))}
      {ids.length > SHOWN_MAX && (
        <li className="text-faint">{texts.queue.bulk.more(ids.length - SHOWN_MAX)}</li>
      )}
    </ul>
  );
}

function Outcome({ outcome: { changed, skipped } }: { readonly outcome: BulkOutcome }) {
  const words = texts.queue.bulk;
  return (
    <div className="space-y-3 text-sm">
      <p>{words.changed(changed)}</p>
      {skipped.length > 0 && (
        <>
          <p>{words.skipped(skipped.length)}</p>
          <ul className="max-h-56 space-y-1 overflow-y-auto">
            {skipped.map(({ id, code }) => (
              <li key={id} className="flex justify-between gap-3">
                <Link
                  to="/outputs/$id"
                  params={{ id }}
                  className="min-w-0 truncate font-mono text-xs text-accent underline"
                >
                  {id}
                </Link>
                <span className="shrink-0 text-soft">{words.codes[code]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
