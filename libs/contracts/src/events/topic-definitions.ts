import type { ServiceName } from '../principal.ts';
import { type Topic, TOPICS } from './topics.ts';

/** Who writes and reads a topic, and how long what stands in it is kept. */
export interface TopicRoles {
  /** The services that write it. */
  readonly publishers: readonly ServiceName[];
  /** The consumer groups that read it, each named like its service. */
  readonly groups: readonly ServiceName[];
  /** How long an event is kept, in milliseconds; `FOREVER` for always. */
  readonly retentionMs: number;
}

/** A topic as it stands in Kafka. */
export interface TopicDefinition {
  readonly topic: string;
  readonly partitions: number;
  /** Kafka's own settings of a topic, by their names there. */
  readonly config: Readonly<Record<string, string>>;
}

/** A topic with the messages that one group could not handle. */
export type DeadLetterTopic = `${Topic}.${string}.dlq`;

const DAY_MS = 24 * 60 * 60 * 1_000;
const FOREVER = -1;
// A group that is down over a long weekend loses nothing, and the texts of deleted outputs are gone
// from Kafka after that. Source: resolved interface, "topic logs keep 7 days".
const WEEK_MS = 7 * DAY_MS;
// Kafka deletes whole segments only, so a quiet topic would keep an event for twice its time.
const SEGMENT_MS = DAY_MS;
// They are few, and nobody has to keep up with them.
const DEAD_LETTER_PARTITIONS = 1;

/** So many partitions a topic has unless told otherwise: so many members of a group can share it. */
export const PARTITIONS_DEFAULT = 12;
/**
 * The biggest event, in bytes of JSON. A request has 4.5 MB at most, and the events of its output are
 * hardly bigger.
 */
export const EVENT_BYTES_MAX = 8 * 1024 * 1024;
/** What Kafka takes at once in a partition: a full batch of events, and their keys and headers. */
export const MESSAGE_BYTES_MAX = EVENT_BYTES_MAX + 1024 * 1024;
// Whatever a topic took, and beside it why it was set aside: each letter has some KB more headers.
const DEAD_LETTER_BYTES_MAX = MESSAGE_BYTES_MAX + 2 * 1024 * 1024;

/**
 * Every topic there is.
 *
 * `projects.changed` and `workspaces.changed` are kept for ever, so that a new reader learns of every
 * one: the events are few and small. They are not compacted, because Kafka would keep the last event of
 * a key, which after a repeat need not be the one with the highest version.
 */
export const TOPIC_ROLES: Readonly<Record<Topic, TopicRoles>> = {
  [TOPICS.outputsSubmitted]: {
    publishers: ['gateway'],
    groups: ['evaluator', 'review'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsEvaluated]: {
    publishers: ['evaluator'],
    groups: ['review'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsShadowEvaluated]: {
    publishers: ['evaluator'],
    groups: ['review'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsFlagged]: { publishers: ['review'], groups: [], retentionMs: WEEK_MS },
  [TOPICS.outputsDecided]: {
    publishers: ['review'],
    groups: ['instructions'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsTaught]: {
    publishers: ['review'],
    groups: ['instructions'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsDeleted]: {
    publishers: ['review'],
    groups: ['gateway', 'evaluator', 'media', 'instructions'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.outputsReevaluationRequested]: {
    publishers: ['review'],
    groups: ['evaluator'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.projectsChanged]: {
    publishers: ['gateway'],
    groups: ['evaluator', 'review', 'instructions'],
    retentionMs: FOREVER,
  },
  [TOPICS.instructionsChanged]: {
    publishers: ['instructions'],
    groups: ['gateway'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.workspacesChanged]: {
    publishers: ['gateway'],
    groups: ['evaluator', 'review', 'instructions', 'media'],
    retentionMs: FOREVER,
  },
  // Names of people are not kept for ever. Each event tells all, so the next change makes up for a lost one.
  [TOPICS.peopleChanged]: {
    publishers: ['gateway'],
    groups: ['review'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.auditRecorded]: {
    publishers: ['gateway', 'evaluator', 'review', 'instructions'],
    groups: ['review'],
    retentionMs: WEEK_MS,
  },
  [TOPICS.destinationsSwitchedOff]: {
    publishers: ['review'],
    groups: ['gateway'],
    retentionMs: WEEK_MS,
  },
};

/** Where the messages go that a group could not handle. */
export function deadLetterTopic(topic: Topic, group: string): DeadLetterTopic {
  return `${topic}.${group}.dlq`;
}

/** The consumer group of a service for a topic: members of one group in Kafka have to read the same topics. */
export function consumerGroupOf(service: string, topic: Topic): string {
  return `${service}.${topic}`;
}

/** Every topic as it has to stand in Kafka, those of dead letters too. */
export function defineTopics({ partitions = PARTITIONS_DEFAULT } = {}): TopicDefinition[] {
  return Object.values(TOPICS).flatMap((topic) => {
    const { groups, retentionMs } = TOPIC_ROLES[topic];
    return [
      { topic, partitions, config: makeConfig(retentionMs, MESSAGE_BYTES_MAX) },
      ...groups.map((group) => ({
        topic: deadLetterTopic(topic, group),
        partitions: DEAD_LETTER_PARTITIONS,
        config: makeConfig(WEEK_MS, DEAD_LETTER_BYTES_MAX),
      })),
    ];
  });
}

/** The topics that a service writes to or reads; without one of them it cannot do its work. */
export function topicsOf(service: ServiceName): string[] {
  return Object.values(TOPICS).flatMap((topic) => {
    const { publishers, groups } = TOPIC_ROLES[topic];
    const reads = groups.includes(service);
    if (reads) return [topic, deadLetterTopic(topic, service)];
    return publishers.includes(service) ? [topic] : [];
  });
}

/** What a service does in Kafka; whatever else it tries is to be refused. */
export interface KafkaAccess {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly groups: readonly string[];
}

export function kafkaAccessOf(service: ServiceName): KafkaAccess {
  const topics = Object.values(TOPICS);
  const written = topics.filter((topic) => TOPIC_ROLES[topic].publishers.includes(service));
  const read = topics.filter((topic) => TOPIC_ROLES[topic].groups.includes(service));
  return {
    writes: [...written, ...read.map((topic) => deadLetterTopic(topic, service))],
    reads: read,
    groups: read.map((topic) => consumerGroupOf(service, topic)),
  };
}

function makeConfig(retentionMs: number, bytesMax: number): TopicDefinition['config'] {
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs),
    'segment.ms': String(SEGMENT_MS),
    'max.message.bytes': String(bytesMax),
    // The clock of Kafka, by which it also deletes. One ahead of it by an hour it would refuse, and by one that is
    // behind it would delete events that nobody has read.
    'message.timestamp.type': 'LogAppendTime',
    // A reader bounds what it holds by what it fetches, and a fetch of compressed texts is many times as
    // big. It would also cost twice the processor time on both sides.
    'compression.type': 'uncompressed',
  };
}
