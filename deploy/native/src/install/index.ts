export { installAptPackages } from './apt-packages.ts';
export { cacheFolder } from './cache-folder.ts';
export { findProgram } from './find-program.ts';
export { ensureGoProgram } from './go-programs.ts';
export { ensureGo, type Go } from './go-toolchain.ts';
export type { InstallContext } from './install-context.ts';
export { installOnce } from './install-once.ts';
export { ensureKafka } from './kafka-jars.ts';
export { runProgram } from './run-program.ts';
