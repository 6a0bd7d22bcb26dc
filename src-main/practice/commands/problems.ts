import { failure, type Envelope } from '#practice/envelope.ts';
import type { Switches } from '#practice/switches.ts';

/** A refusal in the form of the specification's errors table: what could not be done, and one string a reason. */
export function problems(
  switches: Switches,
  title: string,
  errors: readonly string[],
  message = 'There were problems with your request.',
): Envelope {
  return failure(switches, { title, message, errors: [...errors] });
}
