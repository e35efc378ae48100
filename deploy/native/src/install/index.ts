export { ensureProgram, findProgram, installAptPackages } from './system-programs.ts';
export { cacheFolder, type InstallContext, installOnce } from './install-once.ts';
export { ensureGoProgram } from './go-programs.ts';
export { ensureGo, type Go } from './go-toolchain.ts';
export { ensureKafka } from './kafka-jars.ts';
export { runProgram } from './run-program.ts';
