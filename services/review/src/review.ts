import {
  type Auditor,
  type Clock,
  type Database,
  type DeadLetters,
  type LinkOf,
  makeReplayDeadLetters,
  type OutboxRelay,
  type Sealer,
} from '@output-review/runtime';

import type { RuleVersions } from './clients/rule-versions.ts';
import { makeReplayHandlers } from './consumers/replay-handlers.ts';
import type { CommitSignals } from './store/commit-signals.ts';
import { makeAppendRecords } from './store/audit/append-records.ts';
import { makeFindRecords } from './store/audit/find-records.ts';
import { makeListHeads, makeReadChain } from './store/audit/read-chains.ts';
import { EventStore } from './store/apply-events.ts';
import { makeChangeOutputs } from './store/change-outputs.ts';
import { makeChunkContents } from './store/chunk-contents.ts';
import { makeEditOutputs, makeRemoveOutputs } from './store/change-scopes.ts';
import { makeChangeDue } from './store/deadlines/due-outputs.ts';
import { findDetail } from './store/find-detail.ts';
import { makeFindExpired, makeListRetentions } from './store/find-expired.ts';
import { findJudged } from './store/find-judged.ts';
import { findTimeline } from './store/find-timeline.ts';
import { applyNameChanges, makeFindNamesOf } from './store/names.ts';
import { makeFindHeld, makeFindPendingSince, makeFindStates } from './store/output-states.ts';
import { makeCountByVersion } from './store/search/count-by-version.ts';
import { makeReadTexts } from './store/search/page-texts.ts';
import {
  makeCountPerProject,
  makeCountTurns,
  makeFindOutputs,
  makeFindTaskNames,
} from './store/search/search-store.ts';
import { makeWorkspaces } from './store/workspaces.ts';
import { makeFindRun, makeSetAsideSubmission } from './store/set-aside.ts';
import { makeChangeMany } from './use-cases/change-many.ts';
import { makeActOnDeadlines } from './use-cases/deadlines/act-on-deadlines.ts';
import { makeDecideMany } from './use-cases/decide-many.ts';
import { makeDecideOutput } from './use-cases/decide-output.ts';
import { makeDeleteOutput, makeDeleteOutputs } from './use-cases/delete-outputs.ts';
import { makeEditDetails } from './use-cases/edit-details.ts';
import { makeFlagOutput } from './use-cases/flag-output.ts';
import { makeReadOutput } from './use-cases/read-output.ts';
import { makeRemoveExpired } from './use-cases/remove-expired.ts';
import { makeRequireSeen } from './use-cases/require-seen.ts';
import { makeResendPending } from './use-cases/resend-pending.ts';
import { makeSearchOutputs } from './use-cases/search-outputs.ts';
import { makeSetAsideEvaluation } from './use-cases/set-aside-evaluation.ts';
import { makeEvaluateAgain, makeStartRuns } from './use-cases/start-runs.ts';
import { makeTeachFromOutput, type QueueLesson } from './use-cases/teach-from-output.ts';

interface Deps {
  readonly database: Database;
  readonly relay: Pick<OutboxRelay, 'handOver'>;
  readonly clock: Clock;
  readonly deadLetters: DeadLetters;
  readonly ruleVersions: RuleVersions;
  readonly queueLesson: QueueLesson;
  readonly auditor: Auditor;
  readonly sealer: Sealer;
  /** Wakes who waits for what is committed here. */
  readonly signals: CommitSignals;
  /** Links the records of the audit. */
  readonly linkOf: LinkOf;
}

export type Review = ReturnType<typeof makeReview>;

/** Everything that review can do, put together once for its consumers, its jobs and its door. */
export function makeReview({ database, clock, deadLetters, ruleVersions, ...deps }: Deps) {
  const now = () => clock.now();
  const events = new EventStore({ database, clock, ...deps });
  const change = makeChangeOutputs({ database, clock, ...deps });
  const applySubmissions = events.applySubmissions.bind(events);
  const applyEvaluations = events.applyEvaluations.bind(events);
  const applyNames: Parameters<typeof makeReplayHandlers>[0]['applyNames'] = (batch) =>
    database.transaction((tx) => applyNameChanges(tx, batch));
  const chunksOf = makeChunkContents(database);
  const startRuns = makeStartRuns({ change, chunksOf, now });
  const countTurns = makeCountTurns(database);
  const lookUpRuleVersions = ruleVersions.lookUp.bind(ruleVersions);
  const { applyWorkspaces, erased } = makeWorkspaces(database);
  const appendAudit = makeAppendRecords({ database, ...deps });
  const handlers = makeReplayHandlers({
    ...{ applySubmissions, applyNames, applyWorkspaces, appendAudit, startRuns },
  });

  return {
    consuming: {
      applySubmissions,
      applyEvaluations,
      applyNames,
      applyWorkspaces,
      appendAudit,
      setAsideSubmission: makeSetAsideSubmission({ database, clock, ...deps }),
      setAsideEvaluation: makeSetAsideEvaluation({
        ...{ findRun: makeFindRun(database), applyEvaluations, now },
      }),
    },
    search: makeSearchOutputs({
      findOutputs: makeFindOutputs(database),
      readTexts: makeReadTexts(database),
      ...{ countTurns, lookUpRuleVersions },
    }),
    requireSeen: makeRequireSeen({ findStates: makeFindStates(database) }),
    read: makeReadOutput({
      findDetail: (key) => findDetail(database, key),
      findNamesOf: makeFindNamesOf(database),
      ...{ countTurns, lookUpRuleVersions },
    }),
    ...makeJobs(database, { change, chunksOf, now }),
    ...makeActions({ change, now, queueLesson: deps.queueLesson }, events),
    ...makeQueries(database),
    startRuns,
    erased,
    deadLetters,
    replay: makeReplayDeadLetters({ deadLetters, handlers }),
  };
}

interface Changing {
  readonly change: ReturnType<typeof makeChangeOutputs>;
  readonly chunksOf: ReturnType<typeof makeChunkContents>;
  readonly now: () => Date;
}

/** What is done from time to time. */
const makeJobs = (database: Database, { change, chunksOf, now }: Changing) => ({
  resendPending: makeResendPending({
    ...{ change, chunksOf, now, findPendingSince: makeFindPendingSince(database) },
  }),
  actOnDeadlines: makeActOnDeadlines({ change: makeChangeDue(change), now }),
  removeExpired: makeRemoveExpired({
    now,
    listRetentions: makeListRetentions(database),
    findExpired: makeFindExpired(database),
    deleteOutputs: makeDeleteOutputs({ remove: makeRemoveOutputs(change), now }),
  }),
});

/** What callers do to outputs. */
function makeActions(
  { change, now, queueLesson }: Omit<Changing, 'chunksOf'> & Pick<Deps, 'queueLesson'>,
  { terms }: EventStore,
) {
  const deleteOutputs = makeDeleteOutputs({ remove: makeRemoveOutputs(change), now });
  return {
    edit: makeEditDetails({ edit: makeEditOutputs(change, terms), now }),
    decide: makeDecideOutput({ change, now }),
    teach: makeTeachFromOutput({ change, now, queueLesson }),
    flag: makeFlagOutput({ change, now }),
    evaluateAgain: makeEvaluateAgain({ change, now }),
    deleteOne: makeDeleteOutput(deleteOutputs),
    changeMany: makeChangeMany({ decideMany: makeDecideMany({ change, now }), deleteOutputs }),
  };
}

/** What is read as it stands. */
const makeQueries = (database: Database) => ({
  findTaskNames: makeFindTaskNames(database),
  audit: {
    findRecords: makeFindRecords(database),
    listHeads: makeListHeads(database),
    readChain: makeReadChain(database),
  },
  findHeld: makeFindHeld(database),
  countPerProject: makeCountPerProject(database),
  countByVersion: makeCountByVersion(database),
  findOne: (key: Parameters<typeof findDetail>[1]) => findDetail(database, key),
  findTimeline: (key: Parameters<typeof findTimeline>[1]) => findTimeline(database, key),
  findJudged: (key: Parameters<typeof findJudged>[1]) => findJudged(database, key),
});
