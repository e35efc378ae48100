import { KeyRound } from 'lucide-react';

import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { DialogFrame } from './dialog.tsx';

interface SecretOnceProps {
  readonly title: string;
  /** What it is for. */
  readonly description: string;
  /** Null while there is none to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
}

/** Shows what is never shown again, for as long as the dialog is open. */
export function SecretOnce({ title, description, secret, onClose }: SecretOnceProps) {
  return (
    <DialogFrame
      isOpen={secret !== null}
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {texts.secret.done}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{secret}</code>
        <CopyButton text={secret ?? ''} label={texts.secret.copy} />
      </div>
      <p className="mt-3 flex items-center gap-1.5 text-xs text-warn">
        <KeyRound size={13} aria-hidden className="shrink-0" />
        {texts.secret.once}
      </p>
    </DialogFrame>
  );
}
