import Type, { type TSchema } from 'typebox';

/**
 * A command: its input (checked in main, for both hosts), its output, and its expected failures.
 */
export const command = <Input extends TSchema, Output extends TSchema, const Failures extends readonly string[]>(
  input: Input,
  output: Output,
  failures: Failures,
) => ({ input, output, failures });

export const strict = { additionalProperties: false } as const;
export const nothing = Type.Object({}, strict);
