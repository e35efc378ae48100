import type { MigrationClass } from '@output-review/runtime';

import { People1700000000000 } from './1700000000000-people.ts';
import { Registry1700000100000 } from './1700000100000-registry.ts';
import { Submissions1700000200000 } from './1700000200000-submissions.ts';
import { Messaging1700000300000 } from './1700000300000-messaging.ts';
import { RateWindow1700000400000 } from './1700000400000-rate-window.ts';
import { Traces1700000500000 } from './1700000500000-traces.ts';
import { DeadLetterOutbox1700000600000 } from './1700000600000-dead-letter-outbox.ts';
import { Resends1700000700000 } from './1700000700000-resends.ts';
import { ModelCalls1700000800000 } from './1700000800000-model-calls.ts';
import { FileReservations1700000900000 } from './1700000900000-file-reservations.ts';
import { InstructionsVersions1700001000000 } from './1700001000000-instructions-versions.ts';
import { SessionsAndInvitations1700001100000 } from './1700001100000-sessions-and-invitations.ts';
import { WorkspaceSettings1700001200000 } from './1700001200000-workspace-settings.ts';
import { TokenMakers1700001300000 } from './1700001300000-token-makers.ts';
import { AuditHeads1700001400000 } from './1700001400000-audit-heads.ts';
import { SignInTries1700003130000 } from './1700003130000-sign-in-tries.ts';
import { SampleRates1700003160000 } from './1700003160000-sample-rates.ts';
import { Groups1700003200000 } from './1700003200000-groups.ts';
import { SlackLinks1700003220000 } from './1700003220000-slack-links.ts';
import { ReviewGroups1700003240000 } from './1700003240000-review-groups.ts';
import { PeopleTold1700003260000 } from './1700003260000-people-told.ts';
import { ClosingEnded1700003280000 } from './1700003280000-closing-ended.ts';
import { IndexOfKeys1700003300000 } from './1700003300000-index-of-keys.ts';
import { SlotsAhead1700003320000 } from './1700003320000-slots-ahead.ts';
import { KeptMails1700003340000 } from './1700003340000-kept-mails.ts';

export const MIGRATIONS: readonly MigrationClass[] = [
  People1700000000000,
  Registry1700000100000,
  Submissions1700000200000,
  Messaging1700000300000,
  RateWindow1700000400000,
  Traces1700000500000,
  DeadLetterOutbox1700000600000,
  Resends1700000700000,
  ModelCalls1700000800000,
  FileReservations1700000900000,
  InstructionsVersions1700001000000,
  SessionsAndInvitations1700001100000,
  WorkspaceSettings1700001200000,
  TokenMakers1700001300000,
  AuditHeads1700001400000,
  SignInTries1700003130000,
  SampleRates1700003160000,
  Groups1700003200000,
  SlackLinks1700003220000,
  ReviewGroups1700003240000,
  PeopleTold1700003260000,
  ClosingEnded1700003280000,
  IndexOfKeys1700003300000,
  SlotsAhead1700003320000,
  KeptMails1700003340000,
];
