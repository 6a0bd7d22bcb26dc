/** Something the user can fix: its message says what was not done; the program ends with its exit code. */
export class UserError extends Error {
  readonly exitCode: number;
  /** The user has seen the outcome elsewhere; no error box repeats it. */
  readonly isShown: boolean;

  constructor(message: string, exitCode = 1, { isShown = false }: { readonly isShown?: boolean } = {}) {
    super(message);
    this.name = 'UserError';
    this.exitCode = exitCode;
    this.isShown = isShown;
  }
}

/** Exit codes of the program, relied upon by scripts. */
export const exitCodes = { failed: 1, badFlag: 2, alreadyRunning: 3 } as const;
