import { Outputs1700000300000 } from './1700000300000-outputs.ts';
import { Messaging1700000300100 } from './1700000300100-messaging.ts';
import { DeadLetterOutbox1700000300200 } from './1700000300200-dead-letter-outbox.ts';
import { Attachments1700000300300 } from './1700000300300-attachments.ts';
import { InstructionsResults1700000300400 } from './1700000300400-instructions-results.ts';
import { WorkspaceSettings1700000300500 } from './1700000300500-workspace-settings.ts';
import { Audit1700000300600 } from './1700000300600-audit.ts';
import { ErasedWorkspaces1700000300700 } from './1700000300700-erased-workspaces.ts';
import { OutputEvents1700000300800 } from './1700000300800-output-events.ts';
import { Deliveries1700000300900 } from './1700000300900-deliveries.ts';
import { Deadlines1700000301000 } from './1700000301000-deadlines.ts';
import { Statistics1700000301100 } from './1700000301100-statistics.ts';
import { StatisticsByGroup1700000301200 } from './1700000301200-statistics-by-group.ts';
import { DecisionTimesInArrays1700000301300 } from './1700000301300-decision-times-in-arrays.ts';
import { SubscriptionPosters1700000315000 } from './1700000315000-subscription-posters.ts';
import { FailedVersions1700000315100 } from './1700000315100-failed-versions.ts';
import { CorrectedActions1700000315200 } from './1700000315200-corrected-actions.ts';
import { Samples1700000316000 } from './1700000316000-samples.ts';
import { ShadowResults1700000317000 } from './1700000317000-shadow-results.ts';
import { Backtests1700000319000 } from './1700000319000-backtests.ts';
import { OutcomeCounts1700000321000 } from './1700000321000-outcome-counts.ts';
import { Claims1700000323000 } from './1700000323000-claims.ts';
import { People1700000325000 } from './1700000325000-people.ts';
import { Assignees1700000325100 } from './1700000325100-assignees.ts';
import { IndexOfAssignees1700000325200 } from './1700000325200-index-of-assignees.ts';
import { DecisionReasons1700000327000 } from './1700000327000-decision-reasons.ts';
import { IndexOfReasons1700000327100 } from './1700000327100-index-of-reasons.ts';
import { Approvals1700000329000 } from './1700000329000-approvals.ts';
import { SlackApp1700000341000 } from './1700000341000-slack-app.ts';
import { Views1700000343000 } from './1700000343000-views.ts';
import { OverriddenDecisions1700000347000 } from './1700000347000-overridden-decisions.ts';
import { ReviewGroups1700000351000 } from './1700000351000-review-groups.ts';
import { IndexOfReviewGroups1700000351100 } from './1700000351100-index-of-review-groups.ts';
import { Digests1700000359000 } from './1700000359000-digests.ts';
import { RunsOfEvents1700000363000 } from './1700000363000-runs-of-events.ts';
import { ValidIndexes1700000367000 } from './1700000367000-valid-indexes.ts';
import { EarlierSecrets1700000375000 } from './1700000375000-earlier-secrets.ts';
import { IndexForErasing1700000379000 } from './1700000379000-index-for-erasing.ts';
import { ContentsOfRuns1700000383000 } from './1700000383000-contents-of-runs.ts';
import { IndexOfOpenWork1700000395000 } from './1700000395000-index-of-open-work.ts';
import { IndexOfUnfinishedDeliveries1700000395100 } from './1700000395100-index-of-unfinished-deliveries.ts';
import { IndexesOfActors1700000399000 } from './1700000399000-indexes-of-actors.ts';
import { EndingsOfRules1700000403000 } from './1700000403000-endings-of-rules.ts';
import { IndexesOfOutcomeSets1700000403100 } from './1700000403100-indexes-of-outcome-sets.ts';
import { RewrittenMessages1700000405000 } from './1700000405000-rewritten-messages.ts';
import { IndexesOfDecisions1700000407000 } from './1700000407000-indexes-of-decisions.ts';
import { IndexOfActiveDestinations1700000411000 } from './1700000411000-index-of-active-destinations.ts';
import { IndexesOfReviewers1700000412000 } from './1700000412000-indexes-of-reviewers.ts';
import { OrderOfEvents1700000417000 } from './1700000417000-order-of-events.ts';
import { IndexOfDueRetries1700000430000 } from './1700000430000-index-of-due-retries.ts';
import { RecoveredOutputs1700000440000 } from './1700000440000-recovered-outputs.ts';
import { EditedMetadata1700000371000 } from './1700000371000-edited-metadata.ts';
import { IndexesOfCounts1700000391000 } from './1700000391000-indexes-of-counts.ts';

export const MIGRATIONS = [
  Outputs1700000300000,
  Messaging1700000300100,
  DeadLetterOutbox1700000300200,
  Attachments1700000300300,
  InstructionsResults1700000300400,
  WorkspaceSettings1700000300500,
  Audit1700000300600,
  ErasedWorkspaces1700000300700,
  OutputEvents1700000300800,
  Deliveries1700000300900,
  Deadlines1700000301000,
  Statistics1700000301100,
  StatisticsByGroup1700000301200,
  DecisionTimesInArrays1700000301300,
  SubscriptionPosters1700000315000,
  FailedVersions1700000315100,
  CorrectedActions1700000315200,
  Samples1700000316000,
  ShadowResults1700000317000,
  Backtests1700000319000,
  OutcomeCounts1700000321000,
  Claims1700000323000,
  People1700000325000,
  Assignees1700000325100,
  IndexOfAssignees1700000325200,
  DecisionReasons1700000327000,
  IndexOfReasons1700000327100,
  Approvals1700000329000,
  SlackApp1700000341000,
  Views1700000343000,
  OverriddenDecisions1700000347000,
  ReviewGroups1700000351000,
  IndexOfReviewGroups1700000351100,
  Digests1700000359000,
  RunsOfEvents1700000363000,
  ValidIndexes1700000367000,
  EditedMetadata1700000371000,
  EarlierSecrets1700000375000,
  IndexForErasing1700000379000,
  ContentsOfRuns1700000383000,
  IndexesOfCounts1700000391000,
  IndexOfOpenWork1700000395000,
  IndexOfUnfinishedDeliveries1700000395100,
  IndexesOfActors1700000399000,
  EndingsOfRules1700000403000,
  IndexesOfOutcomeSets1700000403100,
  RewrittenMessages1700000405000,
  IndexesOfDecisions1700000407000,
  IndexOfActiveDestinations1700000411000,
  IndexesOfReviewers1700000412000,
  OrderOfEvents1700000417000,
  IndexOfDueRetries1700000430000,
  RecoveredOutputs1700000440000,
];
