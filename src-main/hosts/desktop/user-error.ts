/**
 * A problem that the user can fix. Its message says what was not done, and the program ends with
 * its exit code.
 */
export class UserError extends Error {
  readonly exitCode: number;
  /** The user already saw what happened, so no error box is shown. */
  readonly wasShown: boolean;

  constructor(message: string, exitCode = 1, { wasShown = false }: { readonly wasShown?: boolean } = {}) {
    super(message);
    this.name = 'UserError';
    this.exitCode = exitCode;
    this.wasShown = wasShown;
  }
}

/** Exit codes of the program, which scripts rely on. */
export const exitCodes = { failed: 1, badFlag: 2, alreadyRunning: 3 } as const;
