/**
 * The browser of the tests and how it is started: Chromium without a window, from Debian's package
 * `chromium-headless-shell` unless CHROMIUM_PATH names another. It draws the same pages for a quarter less of the
 * processor than the whole browser. Root is given no sandbox by it.
 */
export const CHROMIUM = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: [
    ...['--disable-dev-shm-usage', '--disable-gpu'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};

/** The whole browser, from Debian's `chromium`, which has what the shell lacks: a viewer of PDF. */
export const WHOLE_CHROMIUM = {
  ...CHROMIUM,
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
};
