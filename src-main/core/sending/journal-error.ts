import type { Message } from '#contract/message.ts';

/**
 * The journal could not be written, and nothing of the step was saved. `text` is the reason that
 * the window shows.
 */
export class JournalError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(text.code, options);
    this.text = text;
  }
}
