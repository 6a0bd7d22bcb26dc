/** Something the user can mend: its message says what was not done; the program ends with its exit code. */
export class UserError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'UserError';
    this.exitCode = exitCode;
  }
}

/** Exit codes of the program, relied upon by scripts. */
export const exitCodes = { failed: 1, badFlag: 2, alreadyRunning: 3 } as const;
