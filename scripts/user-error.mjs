/** An error that the user can fix: shown without a stack. */
export class UserError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode 2 for an invalid command line, 1 for anything else
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
