import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '../../components/button.tsx';
import { showFailure } from '../../components/toast-store.ts';
import type { SearchQuery } from '../../outputs/output-queries.ts';
import { texts } from '../../texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkAction, findAll } from './change-many.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  readonly selection: Selection;
  readonly total: number;
  readonly search: SearchQuery;
}

/** What can be done with those that are selected. */
export function BulkBar({ selection, total, search }: BulkBarProps) {
  const queryClient = useQueryClient();
  const [action, setAction] = useState<BulkAction | null>(null);
  const { selected } = selection;
  const all = useMutation({
    mutationFn: () => findAll(search),
    onSuccess: (ids) => selection.choose(ids),
    onError: showFailure,
  });
  const words = texts.queue.bulk;
  return (
    <div
      role="group"
      aria-label={words.group}
      className="flex flex-wrap items-center gap-1.5 bg-accent-soft px-3 py-2"
    >
      <span className="mr-auto text-sm font-medium text-accent">
        {words.selected(selected.size)}
      </span>
      {selected.size < total && (
        <Button size="small" tone="quiet" isBusy={all.isPending} onClick={() => all.mutate()}>
          {words.all(total)}
        </Button>
      )}
      <Button size="small" icon={Check} onClick={() => setAction('approve')}>
        {texts.decide.approve}
      </Button>
      <Button size="small" icon={X} onClick={() => setAction('reject')}>
        {texts.decide.reject}
      </Button>
      <IconButton icon={X} label={words.clear} onClick={selection.clear} className="size-7" />
      {action !== null && (
        <BulkDialog
          action={action}
          ids={[...selected]}
          onClose={(isDone) => {
            setAction(null);
            if (!isDone) return;
            selection.clear();
            void queryClient.invalidateQueries({ queryKey: ['outputs'] });
          }}
        />
      )}
    </div>
  );
}
