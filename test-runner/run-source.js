import { register } from 'node:module';

// For `node --import`: runs TypeScript sources as they are, so that a test which needs a process of
// its own needs no build, and can never run an old one.
register('./typescript-hooks.js', import.meta.url);
