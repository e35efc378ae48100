import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, Copy, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';

import { texts } from './texts.ts';
import { showToast } from './toast-store.ts';

type Tone = 'plain' | 'primary' | 'danger' | 'quiet';
type Size = 'small' | 'medium';

interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: Tone;
  readonly size?: Size;
  readonly icon?: LucideIcon;
  /** The keyboard shortcut of the button. */
  readonly keyName?: string;
  /** Whether its action is in progress. */
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
  'transition-colors disabled:cursor-not-allowed disabled:opacity-50 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-50';

/** Neither acts nor submits a form, by the pointer, by the keyboard or by Enter in a field. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/** Not `disabled`, which would take the focus away. */
function busyProps(isBusy: boolean, onClick: ButtonProps['onClick']) {
  if (!isBusy) return { onClick };
  return { 'aria-disabled': true, 'aria-busy': true, onClick: refuse };
}

export function Button({
  tone = 'plain',
  size = 'medium',
  icon: Icon,
  keyName,
  isBusy = false,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(isBusy, onClick)}
      className={`${BASE} ${SIZES[size]} ${TONES[tone]} ${className}`}
    >
      {isBusy ? (
        <LoaderCircle size="0.9375rem" aria-hidden className="animate-spin" />
      ) : (
        Icon && <Icon size="0.9375rem" aria-hidden />
      )}
      {children}
      {keyName !== undefined && <KeyHint name={keyName} tone={tone} />}
    </button>
  );
}

/** The keyboard shortcut, shown in the button but not part of its accessible name. */
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

interface ButtonLinkProps
  extends Pick<LinkProps, 'to' | 'search'>, Pick<ButtonProps, 'tone' | 'icon'> {
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ tone = 'plain', icon: Icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={`${BASE} ${SIZES.medium} ${TONES[tone]}`}>
      {Icon && <Icon size="0.9375rem" aria-hidden />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<'button'>, Pick<ButtonProps, 'isBusy'> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, isBusy = false, className = '', onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(isBusy, onClick)}
      aria-label={label}
      title={label}
      className={`${BASE} size-8 text-soft hover:bg-sunken hover:text-ink ${className}`}
    >
      <Icon size="1.0625rem" aria-hidden />
    </button>
  );
}

const COPIED_MS = 1_500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      // The clipboard API is missing on pages without HTTPS.
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
  /** The accessible name of the choice. */
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A control that switches between a few views of the same data. */
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
