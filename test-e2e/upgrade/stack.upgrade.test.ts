import { newStack } from './installations.ts';
import { RELEASES } from './releases.ts';
import { testUpgrade } from './test-upgrade.ts';

// Runs it like `npm run stack`.
for (const release of RELEASES) testUpgrade(release, newStack);
