import type { ServiceName } from '../principal.ts';
import { type Topic, TOPICS } from './topics.ts';

/** Which services write and read a topic, and its retention. */
export interface TopicRoles {
  /** The services that publish to it. */
  readonly publishers: readonly ServiceName[];
  /** The consumer groups that read it, named after their services. */
  readonly groups: readonly ServiceName[];
  /** How long an event is kept, in milliseconds; `FOREVER` for always. */
  readonly retentionMs: number;
}

/** A topic as configured in Kafka. */
export interface TopicDefinition {
  readonly topic: string;
  readonly partitions: number;
  /** Kafka's topic settings by name. */
  readonly config: Readonly<Record<string, string>>;
}

/** A topic for the messages that one group could not handle. */
export type DeadLetterTopic = `${Topic}.${string}.dlq`;

const DAY_MS = 24 * 60 * 60 * 1_000;
const FOREVER = -1;
// A group that is down over a long weekend loses nothing, and after that the texts of deleted outputs are gone from
// Kafka. Source: resolved interface, "topic logs keep 7 days".
const WEEK_MS = 7 * DAY_MS;
// Kafka deletes only whole segments, so a quiet topic would keep events for twice their retention.
const SEGMENT_MS = DAY_MS;
// Dead letters are few, and no consumer has to keep up with them.
const DEAD_LETTER_PARTITIONS = 1;

/** The default number of partitions of a topic, and so the maximum number of members of a group. */
export const PARTITIONS_DEFAULT = 12;
/**
 * The largest event, in bytes of JSON. A request has at most 4.5 MB, and the events of its output are hardly larger.
 */
export const EVENT_BYTES_MAX = 8 * 1024 * 1024;
/** The maximum batch of a partition: a full batch of events with their keys and headers. */
export const MESSAGE_BYTES_MAX = EVENT_BYTES_MAX + 1024 * 1024;
// The largest message of the topic, plus the reason why it was dead-lettered: some KB of headers per letter.
const DEAD_LETTER_BYTES_MAX = MESSAGE_BYTES_MAX + 2 * 1024 * 1024;

/**
 * All topics.
 *
 * `projects.changed` and `workspaces.changed` are kept forever, so that a new reader learns every entry. These events
 * are few and small. They are not compacted: Kafka would keep the last event of a key, which after a duplicate need not
 * be the one with the highest version.
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
  // Names of people are not kept forever. Each event has the full state, so the next change makes up for a lost one.
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

/** The topic for messages that a group could not handle. */
export function deadLetterTopic(topic: Topic, group: string): DeadLetterTopic {
  return `${topic}.${group}.dlq`;
}

/** The consumer group of a service for a topic. In Kafka all members of a group must read the same topics. */
export function consumerGroupOf(service: string, topic: Topic): string {
  return `${service}.${topic}`;
}

/** All topics with their configuration in Kafka, including those of dead letters. */
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

/** The topics that a service writes or reads, all of which it needs. */
export function topicsOf(service: ServiceName): string[] {
  return Object.values(TOPICS).flatMap((topic) => {
    const { publishers, groups } = TOPIC_ROLES[topic];
    const reads = groups.includes(service);
    if (reads) return [topic, deadLetterTopic(topic, service)];
    return publishers.includes(service) ? [topic] : [];
  });
}

/** The access that a service needs in Kafka. Everything else is refused. */
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
    // Use the clock of the broker, which also decides on deletion. Kafka would refuse events of a clock that is an hour
    // ahead, and delete unread events of a clock that is behind.
    'message.timestamp.type': 'LogAppendTime',
    // Readers limit memory by the size of a fetch, and decompressed texts would be many times larger than that.
    // Compression would also double the CPU time on both sides.
    'compression.type': 'uncompressed',
  };
}
