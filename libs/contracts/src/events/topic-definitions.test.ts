import { describe, expect, test } from '@jest/globals';

import { SERVICES } from '../principal.ts';
import {
  defineTopics,
  EVENT_BYTES_MAX,
  kafkaAccessOf,
  TOPIC_ROLES,
  topicsOf,
} from './topic-definitions.ts';
import { TOPICS } from './topics.ts';

describe('the topics', () => {
  test('are each defined once, with the dead letter topic of every group that reads them', () => {
    const names = defineTopics().map(({ topic }) => topic);

    const dead = Object.entries(TOPIC_ROLES).flatMap(([topic, { groups }]) =>
      groups.map((group) => `${topic}.${group}.dlq`),
    );
    expect(names.toSorted()).toEqual([...Object.values(TOPICS), ...dead].toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  test('have the requested partitions, and one for dead letters', () => {
    const partitions = new Map(
      defineTopics({ partitions: 5 }).map(({ topic, partitions }) => [topic, partitions]),
    );

    expect(partitions.get('outputs.submitted')).toBe(5);
    expect(partitions.get('outputs.submitted.review.dlq')).toBe(1);
  });

  test('accept the largest event with its headers, and keep the texts of outputs for seven days', () => {
    const settings = new Map(defineTopics().map(({ topic, config }) => [topic, config]));

    for (const config of settings.values()) {
      expect(Number(config['max.message.bytes'])).toBeGreaterThan(EVENT_BYTES_MAX);
      expect(config['cleanup.policy']).toBe('delete');
      expect(config['message.timestamp.type']).toBe('LogAppendTime');
    }
    expect(settings.get('outputs.submitted')?.['retention.ms']).toBe('604800000');
    expect(settings.get('outputs.submitted.review.dlq')?.['retention.ms']).toBe('604800000');
    expect(settings.get('projects.changed')?.['retention.ms']).toBe('-1');
  });

  test('for dead letters accept every message of their topic plus 2 MiB of reasons', () => {
    const bytesOf = new Map(
      defineTopics().map(({ topic, config }) => [topic, Number(config['max.message.bytes'])]),
    );

    const source = bytesOf.get('outputs.submitted') ?? NaN;
    expect(bytesOf.get('outputs.submitted.review.dlq')).toBe(source + 2 * 1024 * 1024);
  });

  test('can be accessed only by services that write or read them', () => {
    expect(kafkaAccessOf('media')).toEqual({
      writes: ['outputs.deleted.media.dlq', 'workspaces.changed.media.dlq'],
      reads: ['outputs.deleted', 'workspaces.changed'],
      groups: ['media.outputs.deleted', 'media.workspaces.changed'],
    });
    for (const service of SERVICES) {
      const { writes, reads } = kafkaAccessOf(service);
      expect(new Set([...writes, ...reads])).toEqual(new Set(topicsOf(service)));
    }
  });

  test('of a service are those that it writes and reads, and its dead letter topics', () => {
    expect(topicsOf('gateway').toSorted()).toEqual([
      'audit.recorded',
      'destinations.switched_off',
      'destinations.switched_off.gateway.dlq',
      'instructions.changed',
      'instructions.changed.gateway.dlq',
      'outputs.deleted',
      'outputs.deleted.gateway.dlq',
      'outputs.submitted',
      'people.changed',
      'projects.changed',
      'workspaces.changed',
    ]);
    expect(topicsOf('media')).toEqual([
      'outputs.deleted',
      'outputs.deleted.media.dlq',
      'workspaces.changed',
      'workspaces.changed.media.dlq',
    ]);
    expect(topicsOf('instructions')).toEqual([
      'outputs.decided',
      'outputs.decided.instructions.dlq',
      'outputs.taught',
      'outputs.taught.instructions.dlq',
      'outputs.deleted',
      'outputs.deleted.instructions.dlq',
      'projects.changed',
      'projects.changed.instructions.dlq',
      'instructions.changed',
      'workspaces.changed',
      'workspaces.changed.instructions.dlq',
      'audit.recorded',
    ]);
  });
});
