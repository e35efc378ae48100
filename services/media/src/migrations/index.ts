import type { MigrationClass } from '@output-review/runtime';

import { CreateTables1767226000000 } from './1767226000000-create-tables.ts';
import { ErasedWorkspaces1767226300000 } from './1767226300000-erased-workspaces.ts';
import { Backups1767226340000 } from './1767226340000-backups.ts';
import { IndexOfNamedUploads1767226380000 } from './1767226380000-index-of-named-uploads.ts';
import { IndexOfKeptUploads1767226400000 } from './1767226400000-index-of-kept-uploads.ts';

export const MIGRATIONS: readonly MigrationClass[] = [
  CreateTables1767226000000,
  ErasedWorkspaces1767226300000,
  Backups1767226340000,
  IndexOfNamedUploads1767226380000,
  IndexOfKeptUploads1767226400000,
];
