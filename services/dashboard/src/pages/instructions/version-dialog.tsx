import { DialogFrame } from '../../components/dialog.tsx';
import { OutputText } from '../../outputs/output-text.tsx';
import { texts } from '../../texts.ts';
import type { DocumentNames } from './document-search.ts';
import { VersionText } from './version-text.tsx';

const { instructions: words } = texts;

interface VersionDialogProps {
  readonly names: DocumentNames;
  readonly version: number;
  readonly onClose: () => void;
}

/** The text of a version, to be read. */
export function VersionDialog({ names, version, onClose }: VersionDialogProps) {
  return (
    <DialogFrame isOpen onClose={onClose} size="full" title={words.versionN(version)}>
      <VersionText names={names} version={version}>
        {(text) => <OutputText title={words.text} text={text} />}
      </VersionText>
    </DialogFrame>
  );
}
