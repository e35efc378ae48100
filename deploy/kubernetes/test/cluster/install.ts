import { ensureControlPlane, ensureKeda } from './cluster-programs.ts';

// Puts into the cache what `npm run test:cluster` would else build when it comes to it.
await ensureControlPlane();
await ensureKeda();
