import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

interface MenuProps extends ComponentProps<typeof DropdownMenu.Content> {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
}

export function Menu({ trigger, ...content }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...content}
          className="z-50 max-h-[70dvh] max-w-[min(24rem,calc(100vw-1rem))] min-w-52 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-overlay"
        />
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM_CLASS =
  'flex cursor-default items-center gap-2 rounded px-2 py-1.5 text-sm wrap-anywhere text-ink outline-none ' +
  'data-[disabled]:opacity-50 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';

interface ItemProps {
  readonly icon: LucideIcon;
  readonly text: string;
}

export function MenuItem({ icon: Icon, text, onSelect }: ItemProps & { onSelect: () => void }) {
  return (
    <DropdownMenu.Item className={ITEM_CLASS} onSelect={onSelect}>
      <Icon size="0.9375rem" aria-hidden />
      {text}
    </DropdownMenu.Item>
  );
}

export function MenuLink({
  icon: Icon,
  text,
  ...link
}: ItemProps & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <DropdownMenu.Item asChild className={ITEM_CLASS}>
      <Link {...link}>
        <Icon size="0.9375rem" aria-hidden />
        {text}
      </Link>
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { readonly children: string }) {
  return (
    <DropdownMenu.Label className="truncate px-2 pt-1.5 pb-1 text-xs text-faint">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}

interface MenuChoiceProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Whether the menu stays open after a choice, to show it. */
  readonly staysOpen?: boolean;
}

/** A choice of one of a few options. */
export function MenuChoice<Id extends string>(props: MenuChoiceProps<Id>) {
  const { label, choices, chosen, onChoose, staysOpen = false } = props;
  return (
    <DropdownMenu.RadioGroup
      value={chosen}
      onValueChange={(value) => {
        const choice = choices.find(({ id }) => id === value);
        if (choice) onChoose(choice.id);
      }}
    >
      <MenuLabel>{label}</MenuLabel>
      {choices.map(({ id, text }) => (
        <DropdownMenu.RadioItem
          key={id}
          value={id}
          className={ITEM_CLASS}
          onSelect={(event) => staysOpen && event.preventDefault()}
        >
          <CheckMark />
          {text}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

interface MenuCheckboxProps {
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  readonly text: string;
  readonly onChange: (isChecked: boolean) => void;
}

/** An option of a multiple choice; the menu stays open. */
export function MenuCheckbox({ isChecked, isDisabled, text, onChange }: MenuCheckboxProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onChange}
      // Keep the menu open, so that the user can choose several.
      onSelect={(event) => event.preventDefault()}
      className={ITEM_CLASS}
    >
      <CheckMark />
      {text}
    </DropdownMenu.CheckboxItem>
  );
}

function CheckMark() {
  return (
    <span className="flex size-4 items-center justify-center">
      <DropdownMenu.ItemIndicator>
        <Check size="0.875rem" aria-hidden />
      </DropdownMenu.ItemIndicator>
    </span>
  );
}
