import { ensureControlPlane, ensureKeda } from './cluster-programs.ts';

// Fills the cache with the programs that `npm run test:cluster` would otherwise build on first use.
await ensureControlPlane();
await ensureKeda();
