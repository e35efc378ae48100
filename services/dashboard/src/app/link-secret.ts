import { makeStore } from './store.ts';

const PATHS: readonly string[] = ['/invitation', '/reset-password', '/verify-email', '/slack-link'];

/** The secret of the link that opened the page; null without one, and after a reload. */
export const linkSecret = makeStore<string | null>(null);

/**
 * Moves the secret of a link out of the URL first, so that it does not appear in history, bookmarks or on screen.
 * Call it before creating the router.
 */
export function followLinkSecrets(): void {
  takeLinkSecret();
  // Pasting another link into the address bar of the open page does not reload it.
  window.addEventListener('hashchange', takeLinkSecret);
}

function takeLinkSecret(): void {
  const { pathname, hash } = window.location;
  if (!PATHS.includes(pathname) || hash.length < 2) return;
  linkSecret.set(hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname);
}
