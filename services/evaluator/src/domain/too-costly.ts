/** Why a check was given up where others wait: it has cost more than it may. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}
