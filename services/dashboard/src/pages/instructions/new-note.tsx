import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextArea } from '../../components/field.tsx';
import { useDraft } from '../../decisions/use-draft.ts';
import { texts } from '../../texts.ts';
import { useRefreshInstructions } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';

const { instructions: words } = texts;

/** Says what the next version should do better. */
export function NewNote({ names }: { readonly names: DocumentNames }) {
  const [comment, setComment] = useDraft(`instructions-note.${JSON.stringify(names)}`);
  const refresh = useRefreshInstructions();
  const queue = useMutation({
    mutationFn: () => take(api.POST('/api/instructions/feedback', { body: { ...names, comment } })),
    onSuccess: () => {
      setComment('');
      return refresh();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    queue.mutate();
  };
  const beside = failureBeside(queue.error, ['comment']);
  return (
    <form onSubmit={submit} className="space-y-2 border-t border-line pt-3">
      <TextArea
        label={words.newNote}
        placeholder={words.newNoteExample}
        rows={2}
        maxLength={2000}
        required
        value={comment}
        fault={faultOf(queue.error, 'comment')}
        onChange={({ target }) => setComment(target.value)}
      />
      {beside && <FailureNotice error={beside} />}
      <Button type="submit" size="small" isBusy={queue.isPending} disabled={comment.trim() === ''}>
        {words.queueNote}
      </Button>
    </form>
  );
}
