import { isUtf8 } from 'node:buffer';

import type { Topic } from '@output-review/contracts';

import type { IncomingEvent, OutgoingEvent } from '../bus.ts';

/** An event in Kafka's format: CloudEvents 1.0, binary mode. */
export interface KafkaMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
}

/** A message as read from Kafka. */
export interface KafkaRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;
  readonly offset: string;
}

type HeaderValue = Buffer | string | undefined;

export function toMessage(event: OutgoingEvent): KafkaMessage {
  const { topic, key, id, source, time, traceparent, json, headers } = event;
  return {
    topic,
    key,
    value: json,
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_type: topic,
      ce_source: source,
      ce_time: time,
      ...(traceparent !== null && { traceparent }),
      ...headers,
    },
  };
}

// Upper bounds in Kafka's format for lengths, counts, offset and time of a record, and for the two lengths of a header.
// Source: Kafka protocol, "Record Batch".
const RECORD_BYTES = 40;
const HEADER_BYTES = 10;

/** The bytes that a message adds to a request, rounded up. */
export function countBytes({ key, value, headers }: KafkaMessage): number {
  let bytes = RECORD_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const [name, text] of Object.entries(headers)) {
    bytes += HEADER_BYTES + Buffer.byteLength(name) + Buffer.byteLength(text);
  }
  return bytes;
}

/**
 * Converts a message, which any producer may have written, to an event. Missing parts become empty, so that validation
 * rejects the event. Only the ID is generated, because dead letters are told apart by it, in an index that limits its
 * length.
 */
export function toIncomingEvent(
  { key, value, headers = {}, offset }: KafkaRecord,
  { topic, partition }: { readonly topic: Topic; readonly partition: number },
): IncomingEvent {
  const header = (name: string): string | undefined => firstOf(headers[name])?.toString();
  const id = header('ce_id') ?? '';
  return {
    topic,
    key: key?.toString() ?? '',
    id: isId(id) ? id : `${topic}/${partition}/${offset}`,
    source: header('ce_source') ?? '',
    time: header('ce_time') ?? '',
    traceparent: header('traceparent') ?? null,
    json: value === null ? '' : toText(value),
    position: `partition ${partition}, offset ${offset}`,
  };
}

// Our IDs have about 80 characters. An index entry has at most 2,704 bytes, and a character up to four.
const ID_LENGTH_MAX = 500;

function isId(id: string): boolean {
  return id !== '' && id.length <= ID_LENGTH_MAX;
}

/** Invalid UTF-8 must not decode to different valid JSON, so a leading U+FFFD makes it invalid JSON. */
function toText(value: Buffer): string {
  return isUtf8(value) ? value.toString() : `\uFFFD${value.toString()}`;
}

function firstOf(value: HeaderValue | readonly HeaderValue[]): HeaderValue {
  return Array.isArray(value) ? (value as readonly HeaderValue[])[0] : (value as HeaderValue);
}
