/**
 * Options to start the browser of the tests: headless Chromium from Debian's package `chromium-headless-shell` unless
 * CHROMIUM_PATH names another. It renders the same pages with a quarter less CPU time than the full browser. The
 * sandbox does not work for root.
 */
export const CHROMIUM = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
  args: [
    ...['--disable-dev-shm-usage', '--disable-gpu'],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};

/** The full browser from Debian's `chromium`, which has a PDF viewer, unlike the headless shell. */
export const WHOLE_CHROMIUM = {
  ...CHROMIUM,
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
};
