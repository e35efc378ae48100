import type { MigrationClass } from '@output-review/runtime';

import { CreateTables1767226000000 } from './1767226000000-create-tables.ts';

export const MIGRATIONS: readonly MigrationClass[] = [CreateTables1767226000000];
