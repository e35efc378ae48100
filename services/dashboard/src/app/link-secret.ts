import { makeStore } from './store.ts';

const PATHS: readonly string[] = ['/invitation', '/reset-password', '/verify-email', '/slack-link'];

/** The secret of the link that led here; null where there was none, and after a reload. */
export const linkSecret = makeStore<string | null>(null);

/**
 * Takes the secret of a link out of the address before anything else is done, so that it is in no
 * history, no bookmark, and on nobody's screen. Call it before there is a router.
 */
export function followLinkSecrets(): void {
  takeLinkSecret();
  // Another link, put into the address of the open page, does not load it anew.
  window.addEventListener('hashchange', takeLinkSecret);
}

function takeLinkSecret(): void {
  const { pathname, hash } = window.location;
  if (!PATHS.includes(pathname) || hash.length < 2) return;
  linkSecret.set(hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname);
}
