import { failure, type Envelope } from '#practice/envelope.ts';
import type { FieldProblems } from '#practice/decode/field-reader.ts';
import type { Switches } from '#practice/switches.ts';

/**
 * A refusal in the form of the specification's errors table: what could not be done, and one string
 * per reason.
 */
export function problemsAnswer(
  switches: Switches,
  title: string,
  errors: readonly string[],
  message = 'There were problems with your request.',
): Envelope {
  return failure(switches, { title, message, errors: [...errors] });
}

/** A refusal that names all fields with invalid values. */
export function fieldsRefused(switches: Switches, found: FieldProblems, names: readonly string[]): Envelope {
  const errors = names.map((name) => `${name} ${found.get(name) ?? ''}`);
  return failure(switches, { title: `Invalid ${names[0] ?? 'request'}`, message: errors[0] ?? '', errors });
}
