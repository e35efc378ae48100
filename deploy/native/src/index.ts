export { answersOk, type Daemon, startDaemon } from './daemons/daemon.ts';
export { DataFolder } from './daemons/data-folder.ts';
export { LOOPBACK, portFor } from './daemons/ports.ts';
export { findFaketime } from './install/system-programs.ts';
export {
  startKafka,
  type KafkaCluster,
  type KafkaNode,
  type KafkaOptions,
} from './servers/kafka.ts';
export { type S3Access, type S3Server, startMinio, startVersitygw } from './servers/s3-servers.ts';
export { startPostgres, type PostgresServer } from './servers/postgres.ts';
export { type PrometheusServer, startPrometheus } from './servers/prometheus.ts';
export { startRedis, type RedisServer } from './servers/redis.ts';
export type { ServerOptions } from './servers/server-options.ts';
export { type Proxy, startToxiproxy, type Toxiproxy } from './servers/toxiproxy.ts';
export type { Replica } from './stack/service-replica.ts';
export { readStackFile, type StackFile } from './stack/stack-file.ts';
export type { ProxiedServer } from './stack/stack-servers.ts';
export { type Stack, type StackOptions, StackRunsError, startStack } from './stack/start-stack.ts';
export { killStack, stopStack } from './stack/stop-stack.ts';
