import { newStack } from './installations.ts';
import { RELEASES } from './releases.ts';
import { testUpgrade } from './test-upgrade.ts';

// As `npm run stack` runs it.
for (const release of RELEASES) testUpgrade(release, newStack);
