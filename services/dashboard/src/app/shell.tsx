import { Outlet, useNavigate } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../components/button.tsx';
import { DecisionOutboxProvider } from '../decisions/decision-outbox-provider.tsx';
import { WaitingNotice } from '../decisions/waiting-notice.tsx';
import { texts } from '../texts.ts';
import { AwayBanner } from './away-banner.tsx';
import { ElsewhereDialog } from './elsewhere-dialog.tsx';
import { KeySheet } from './key-sheet.tsx';
import { useKeys } from './keyboard.ts';
import { useLiveEvents } from './live-events.ts';
import { NAVIGATION } from './navigation.ts';
import { useMay } from './session.ts';
import { SideMenu } from './side-menu.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { SwitchedOffBanner } from './switched-off-banner.tsx';

/** What stands around every page of somebody who has signed in. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  useLiveEvents();
  useNavigationKeys({ '?': () => setSheetOpen(true) });
  return (
    <DecisionOutboxProvider>
      <div className="flex min-h-dvh flex-col md:h-dvh md:flex-row">
        <a
          href="#main"
          className="sr-only z-50 rounded bg-accent-fill px-3 py-2 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {texts.shell.skip}
        </a>
        <header className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:hidden">
          <IconButton icon={MenuIcon} label={texts.shell.menu} onClick={() => setMenuOpen(true)} />
          <span className="font-semibold">{texts.product}</span>
        </header>
        <SideMenu
          isOpen={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          onKeys={() => setSheetOpen(true)}
        />
        <div className="flex min-w-0 flex-1 flex-col md:overflow-hidden">
          <AwayBanner />
          <WaitingNotice />
          <SwitchedOffBanner />
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none md:overflow-y-auto">
            <Outlet />
          </main>
        </div>
        <KeySheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
        <SignInDialog />
        <ElsewhereDialog />
      </div>
    </DecisionOutboxProvider>
  );
}

/** `g` and a letter lead to the pages of the menu. */
function useNavigationKeys(own: Readonly<Record<string, () => void>>): void {
  const navigate = useNavigate();
  const may = useMay();
  const entries = NAVIGATION.flatMap((group) => group.entries).filter(({ needs }) => may(needs));
  useKeys({
    ...own,
    ...Object.fromEntries(entries.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  });
}
