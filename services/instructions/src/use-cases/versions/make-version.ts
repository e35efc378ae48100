import { createHash } from 'node:crypto';

import type { Version, VersionOrigin } from '../../domain/document.ts';

export interface VersionMaking {
  readonly now: () => Date;
}

export interface NewVersion {
  readonly number: number;
  readonly text: string;
  readonly origin: VersionOrigin;
}

export function makeVersion({ now }: VersionMaking, { number, text, origin }: NewVersion): Version {
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  return { ...origin, version: number, hash, createdAt: now() };
}
