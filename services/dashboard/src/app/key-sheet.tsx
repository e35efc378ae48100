import { DialogFrame } from '../components/dialog.tsx';
import { texts } from '../texts.ts';
import { NAVIGATION } from './navigation.ts';
import { useMay } from './session.ts';

/** All keys, by `?`. */
export function KeySheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const may = useMay();
  const ways = NAVIGATION.flatMap((group) => group.entries)
    .filter(({ needs }) => may(needs))
    .map(({ key, text }): [string, string] => [`g ${key}`, text]);
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose} title={texts.keys.title} size="wide">
      <div className="grid gap-6 sm:grid-cols-2">
        <KeyList heading={texts.keys.queue} keys={texts.keys.ofQueue} />
        <KeyList heading={texts.keys.everywhere} keys={[...texts.keys.ofAllPages, ...ways]} />
      </div>
    </DialogFrame>
  );
}

interface KeyListProps {
  readonly heading: string;
  readonly keys: readonly (readonly [string, string])[];
}

function KeyList({ heading, keys }: KeyListProps) {
  return (
    <section>
      <h3 className="mb-2 text-sm">{heading}</h3>
      <dl className="space-y-1.5 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{text}</dt>
            <dd className="flex gap-1">
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
