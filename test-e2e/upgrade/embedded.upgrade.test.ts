import { newEmbedded } from './installations.ts';
import { RELEASES } from './releases.ts';
import { testUpgrade } from './test-upgrade.ts';

// Runs it like `npm start`.
for (const release of RELEASES) testUpgrade(release, newEmbedded);
