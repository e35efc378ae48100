import type { KafkaOptions } from '../messaging/kafka/kafka-options.ts';
import { type ConfigField, flag, oneOf, optional, text } from './fields.ts';
import { configGroup, type ConfigGroup } from './read-config.ts';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** How Kafka is reached, whoever asks. */
export type KafkaConnection = Omit<KafkaOptions, 'clientId'>;

const brokers: ConfigField<readonly string[]> = {
  parse: (value) => {
    const all = value.split(',').map((each) => each.trim());
    if (all.every((each) => /^(\[[\da-fA-F:]+\]|[^\s:]+):\d{1,5}$/.test(each)))
      return { value: all };
    return { fault: 'must be host:port, several with commas between them' };
  },
};

export const kafkaGroup: ConfigGroup<KafkaConnection> = configGroup({
  fields: {
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: flag({ default: false }),
    KAFKA_SASL_MECHANISM: optional(oneOf(MECHANISMS)),
    KAFKA_SASL_USERNAME: optional(text()),
    KAFKA_SASL_PASSWORD: optional(text()),
  },
  contradictions: ({
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  }) => {
    if (mechanism === null && (username !== null || password !== null)) {
      return ['KAFKA_SASL_MECHANISM must be set where a user name or a password is'];
    }
    if (mechanism === null || mechanism === undefined) return [];
    return [
      ...(username === null ? ['KAFKA_SASL_USERNAME must be set where a mechanism is'] : []),
      ...(password === null ? ['KAFKA_SASL_PASSWORD must be set where a mechanism is'] : []),
    ];
  },
  build: (values) => ({
    brokers: values.KAFKA_BROKERS,
    tls: values.KAFKA_TLS,
    sasl: values.KAFKA_SASL_MECHANISM && {
      mechanism: values.KAFKA_SASL_MECHANISM,
      username: values.KAFKA_SASL_USERNAME ?? '',
      password: values.KAFKA_SASL_PASSWORD ?? '',
    },
  }),
});
