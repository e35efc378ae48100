/** How Kafka is reached. */
export interface KafkaOptions {
  /** `host:port` of some brokers; the others are learned from them. */
  readonly brokers: readonly string[];
  /** Null: without TLS. */
  readonly tls: KafkaTls | null;
  readonly sasl: KafkaSasl | null;
  /** The name of the service, which stands in the logs and quotas of Kafka; consumers add an id of their process. */
  readonly clientId: string;
}

export interface KafkaTls {
  /** The CAs that brokers are verified against; null: those that Node trusts. */
  readonly caFile: string | null;
}

/** The same, whoever asks. */
export type KafkaConnection = Omit<KafkaOptions, 'clientId'>;

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}
