import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

import { texts } from '../texts.ts';
import { IconButton } from './button.tsx';

interface DialogFrameProps {
  readonly isOpen: boolean;
  /** Null where it goes only by what is done in it. */
  readonly onClose: (() => void) | null;
  readonly title: string;
  readonly description?: string;
  readonly size?: 'normal' | 'wide' | 'full';
  /** The buttons below; the first stands left of the last. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const WIDTHS = { normal: 'max-w-md', wide: 'max-w-2xl', full: 'max-w-5xl' } as const;

/** A dialog: keeps the focus inside, gives it back, and goes by Escape. */
export function DialogFrame({
  isOpen,
  onClose,
  title,
  description,
  size = 'normal',
  actions,
  children,
}: DialogFrameProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={`fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[84dvh] flex-col rounded-lg border border-line bg-raised shadow-overlay ${WIDTHS[size]}`}
        >
          <div className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="mt-1 text-sm text-soft">
                  {description}
                </Dialog.Description>
              )}
            </div>
            {onClose && (
              <Dialog.Close asChild>
                <IconButton icon={X} label={texts.shell.close} className="-mt-1 -mr-2" />
              </Dialog.Close>
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {actions !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {actions}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
