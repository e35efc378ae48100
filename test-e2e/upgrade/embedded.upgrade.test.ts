import { newEmbedded } from './installations.ts';
import { RELEASES } from './releases.ts';
import { testUpgrade } from './test-upgrade.ts';

// As `npm start` runs it.
for (const release of RELEASES) testUpgrade(release, newEmbedded);
