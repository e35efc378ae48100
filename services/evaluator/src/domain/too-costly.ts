/** Why a check was given up where others wait: it has cost more than it may. */
export class TooCostly extends Error {
  override readonly name: string = 'TooCostly';
}

/** Why it was not begun: this process has no memory for it. */
export class NoMemoryHere extends TooCostly {
  override readonly name = 'NoMemoryHere';
}
