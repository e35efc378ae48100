import type { Asked } from './asked.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

const DIALOGS = {
  test: TestDialog,
  replay: ReplayDialog,
  rotate: RotateDialog,
  delete: DeleteDialog,
};

interface DestinationDialogsProps {
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** The dialog of what is to be done. */
export function DestinationDialogs({ asked, onClose }: DestinationDialogsProps) {
  const Dialog = DIALOGS[asked.what];
  return <Dialog destination={asked.destination} onClose={onClose} />;
}
