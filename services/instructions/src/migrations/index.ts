import type { MigrationClass } from '@output-review/runtime';

import { Documents1774000000000 } from './1774000000000-documents.ts';
import { Messaging1774000100000 } from './1774000100000-messaging.ts';
import { LinkedOutputs1774000200000 } from './1774000200000-linked-outputs.ts';
import { Suggestions1774000300000 } from './1774000300000-suggestions.ts';
import { WorkspaceSettings1774000500000 } from './1774000500000-workspace-settings.ts';
import { ErasedWorkspaces1774000600000 } from './1774000600000-erased-workspaces.ts';
import { SuggestedOutputs1774000700000 } from './1774000700000-suggested-outputs.ts';
import { IndexOfNotes1774000800000 } from './1774000800000-index-of-notes.ts';

export const MIGRATIONS: readonly MigrationClass[] = [
  Documents1774000000000,
  Messaging1774000100000,
  LinkedOutputs1774000200000,
  Suggestions1774000300000,
  WorkspaceSettings1774000500000,
  ErasedWorkspaces1774000600000,
  SuggestedOutputs1774000700000,
  IndexOfNotes1774000800000,
];
