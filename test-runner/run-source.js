import { register } from 'node:module';

// For `node --import`: runs TypeScript sources directly. A test that starts a process needs no build and can never run
// a stale one.
register('./typescript-hooks.js', import.meta.url);
