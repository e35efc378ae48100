import { Check, Copy, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

import { texts } from './texts.ts';
import { showToast } from './toast-store.ts';

type Tone = 'plain' | 'primary' | 'danger' | 'quiet';
type Size = 'small' | 'medium';

interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: Tone;
  readonly size?: Size;
  readonly icon?: LucideIcon;
  /** The key that does the same. */
  readonly keyName?: string;
  /** While what it began is under way. */
  readonly isBusy?: boolean;
}

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'border border-line bg-raised text-ink shadow-card hover:bg-sunken',
  primary: 'bg-accent-fill text-white shadow-card hover:bg-accent-fill-strong',
  danger: 'bg-bad-fill text-white shadow-card hover:brightness-110',
  quiet: 'text-soft hover:bg-sunken hover:text-ink',
};

const SIZES: Readonly<Record<Size, string>> = {
  small: 'h-7 gap-1.5 px-2 text-xs',
  medium: 'h-8 gap-2 px-3 text-sm',
};

const BASE =
  'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-50';

export function Button({
  tone = 'plain',
  size = 'medium',
  icon: Icon,
  keyName,
  isBusy = false,
  className = '',
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={`${BASE} ${SIZES[size]} ${TONES[tone]} ${className}`}
    >
      {isBusy ? (
        <LoaderCircle size={15} aria-hidden className="animate-spin" />
      ) : (
        Icon && <Icon size={15} aria-hidden />
      )}
      {children}
      {keyName !== undefined && <KeyHint name={keyName} tone={tone} />}
    </button>
  );
}

/** What a key does, beside the button that does the same; not part of its name. */
function KeyHint({ name, tone }: { readonly name: string; readonly tone: Tone }) {
  const isFilled = tone === 'primary' || tone === 'danger';
  return (
    <kbd
      aria-hidden
      className={`-mr-1 hidden md:inline-flex ${isFilled ? 'border-white/35! bg-white/15! text-white!' : ''}`}
    >
      {name}
    </kbd>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon;
  /** Its name; shown by the browser to who points at it. */
  readonly label: string;
}

export function IconButton({ icon: Icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`${BASE} size-8 text-soft hover:bg-sunken hover:text-ink ${className}`}
    >
      <Icon size={17} aria-hidden />
    </button>
  );
}

const COPIED_MS = 1_500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      // There is none on a page without HTTPS.
      await navigator.clipboard.writeText(text);
    } catch {
      showToast(texts.notCopied, { tone: 'bad' });
      return;
    }
    showToast(texts.copied);
    setCopied(true);
    window.setTimeout(() => setCopied(false), COPIED_MS);
  };
  return <IconButton icon={isCopied ? Check : Copy} label={label} onClick={() => void copy()} />;
}

interface SegmentedProps<Id extends string> {
  /** What is chosen, for those who hear the page. */
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A few ways to see the same thing, of which one is on. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className="flex rounded-md bg-sunken p-0.5">
      {choices.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="rounded px-2 py-0.5 text-xs font-medium text-soft aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {text}
        </button>
      ))}
    </div>
  );
}
