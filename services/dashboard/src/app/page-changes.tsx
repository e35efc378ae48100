import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { texts as componentTexts } from '../components/texts.ts';

// Faster pages need no sign.
const SLOW_MS = 300;
// By then, most pages have loaded the name of what they show, which is part of their title.
const TITLED_MS = 500;

/** Shows that the code of the next page is still loading, and tells screen readers which page has opened. */
export function PageChanges() {
  const isSlow = useIsSlow();
  const opened = useOpenedPage();
  return (
    <>
      {isSlow && (
        <div
          aria-hidden
          className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-accent-fill print:hidden"
        />
      )}
      <div role="status" className="sr-only">
        {isSlow ? componentTexts.loading : opened}
      </div>
    </>
  );
}

function useIsSlow(): boolean {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
}

/** The title of the page that was opened last; empty for the first, whose title the browser tells. */
function useOpenedPage(): string {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const former = useRef(path);
  const [opened, setOpened] = useState('');
  useEffect(() => {
    const isFirst = former.current === undefined || former.current === path;
    former.current = path;
    if (isFirst) return;
    const timer = setTimeout(() => setOpened(document.title), TITLED_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return opened;
}

/** Moves the focus to the page if the focused element was removed from it, as with its row or with the former page. */
export function useFocusGuard(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = page.current;
    if (!main) return;
    let focused: EventTarget | null = null;
    const remember = ({ target }: FocusEvent): void => void (focused = target);
    const rescue = (): void => {
      const isGone = focused instanceof Node && !focused.isConnected;
      if (isGone && document.activeElement === document.body) main.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(rescue);
    observer.observe(main, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [page]);
}
