import {} from '@jest/globals';

import { claimEndsSuite } from '../../test/claim-ends.ts';
import { claimsSuite } from '../../test/claims.ts';
import { useTestMedia } from '../../test/test-media.ts';

const media = useTestMedia();

claimsSuite(() => media);
claimEndsSuite(() => media);
