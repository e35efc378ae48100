import { useMutation } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { type CurrentText, useShowSaved } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { VersionText } from './version-text.tsx';

const { versions: words } = texts.instructions;

interface RestoreDialogProps {
  readonly names: DocumentNames;
  readonly current: CurrentText;
  readonly version: number;
  readonly onClose: () => void;
}

/** Makes an old text the new version, once somebody has seen what that changes. */
export function RestoreDialog({ names, current, version, onClose }: RestoreDialogProps) {
  const show = useShowSaved(names);
  const restore = useMutation({
    mutationFn: () => {
      const params = { path: { n: version } };
      const body = { ...names };
      return take(api.POST('/api/instructions/versions/{n}/restore', { params, body }));
    },
    onSuccess: (saved) => {
      showToast(words.restored(version, saved.version));
      onClose();
      return show(saved);
    },
  });
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      size="wide"
      title={words.restoreTitle(version)}
      description={words.restoreText(current.version)}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button tone="primary" isBusy={restore.isPending} onClick={() => restore.mutate()}>
            {words.restoreDo}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {restore.error && <FailureNotice error={restore.error} />}
        <VersionText names={names} version={version}>
          {(text) => <DiffView before={current.content} after={text} />}
        </VersionText>
      </div>
    </DialogFrame>
  );
}
