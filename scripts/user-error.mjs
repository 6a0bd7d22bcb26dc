/** Something the person at the keyboard can put right: shown as it is, without a stack. */
export class UserError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode 2 for a command line that makes no sense, 1 for anything else
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
