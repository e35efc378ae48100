import { Link } from '@tanstack/react-router';
import { Keyboard, X } from 'lucide-react';
import { Dialog } from 'radix-ui';

import { IconButton } from '../components/button.tsx';
import { texts } from '../texts.ts';
import { Logo } from './logo.tsx';
import { NAVIGATION, type NavigationEntry } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import { useMay, useSession } from './session.ts';

interface SideMenuProps {
  /** On a narrow page only, where it lies over the page; on a wide one it always stands beside it. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

export function SideMenu({ isOpen, onClose, onKeys }: SideMenuProps) {
  return (
    <>
      <div className="hidden w-56 shrink-0 border-r border-line bg-surface md:flex">
        <MenuContent onKeys={onKeys} onFollow={() => {}} />
      </div>
      <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-30 bg-black/40 md:hidden" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] bg-surface shadow-overlay md:hidden"
          >
            <Dialog.Title className="sr-only">{texts.shell.menu}</Dialog.Title>
            <MenuContent onKeys={onKeys} onFollow={onClose} />
            <Dialog.Close asChild>
              <IconButton
                icon={X}
                label={texts.shell.closeMenu}
                className="absolute top-2 right-2"
              />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

function MenuContent({ onKeys, onFollow }: { onKeys: () => void; onFollow: () => void }) {
  const may = useMay();
  const { workspace } = useSession();
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <header className="flex items-center gap-2.5 px-4 pt-4 pb-3">
        <Logo />
        <div className="min-w-0">
          <p className="truncate text-sm leading-4 font-semibold">{texts.product}</p>
          <p className="truncate text-xs text-faint">{workspace.name}</p>
        </div>
      </header>
      <nav aria-label={texts.shell.navigation} className="flex-1 overflow-y-auto px-2 pb-4">
        {NAVIGATION.map(({ text, entries }) => {
          const offered = entries.filter(({ needs }) => may(needs));
          if (offered.length === 0) return null;
          return (
            <div key={text ?? ''} className="mt-1">
              {text !== null && (
                <p className="px-2 pt-3 pb-1 text-xs font-medium text-faint">{text}</p>
              )}
              <ul className="space-y-px">
                {offered.map((entry) => (
                  <li key={entry.to}>
                    <MenuLink entry={entry} onFollow={onFollow} />
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <div className="space-y-1 border-t border-line p-2">
        <button
          type="button"
          onClick={onKeys}
          className="hidden w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-sm text-soft hover:bg-sunken md:flex"
        >
          <Keyboard size={16} aria-hidden />
          <span className="flex-1 text-left">{texts.keys.title}</span>
          <kbd>?</kbd>
        </button>
        <PersonMenu />
      </div>
    </div>
  );
}

interface MenuLinkProps {
  readonly entry: NavigationEntry;
  readonly onFollow: () => void;
}

function MenuLink({ entry: { to, text, icon: Icon }, onFollow }: MenuLinkProps) {
  return (
    <Link
      to={to}
      onClick={onFollow}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm font-medium text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent"
    >
      <Icon size={16} aria-hidden />
      {text}
    </Link>
  );
}
