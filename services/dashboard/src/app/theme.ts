import { keepText, makeStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'output-review.theme';

export const theme = makeStore<Theme>(readTheme());

export function chooseTheme(chosen: Theme): void {
  // If the storage is full, the theme lasts until the page reloads.
  keepText(localStorage, KEY, chosen);
  theme.set(chosen);
  showTheme();
}

/** Applies the chosen theme to the page; the system theme needs no attribute. */
export function showTheme(): void {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((name) => name === kept) ?? 'system';
}
