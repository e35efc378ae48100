/** How Kafka is reached. */
export interface KafkaOptions {
  /** `host:port` of some brokers; the others are learned from them. */
  readonly brokers: readonly string[];
  /** TLS, with the certificates that Node trusts. */
  readonly tls: boolean;
  readonly sasl: KafkaSasl | null;
  /** The name of the service: it stands in the logs and quotas of Kafka. */
  readonly clientId: string;
}

/** The same, whoever asks. */
export type KafkaConnection = Omit<KafkaOptions, 'clientId'>;

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}
