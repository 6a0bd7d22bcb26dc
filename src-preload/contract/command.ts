import Type, { type Static, type TSchema } from 'typebox';

/**
 * A command: its input (checked in main, for both hosts), its output, and its expected failures.
 */
export interface Command<Input, Output, Code extends string> {
  readonly input: TSchema;
  readonly output: TSchema;
  readonly failures: readonly Code[];
  /**
   * Never set. It gives the compiler the types of the schemas, which are resolved here once.
   * Without this member the compiler would compare whole schemas wherever the name of a command is
   * a type parameter.
   */
  readonly types?: { readonly input: Input; readonly output: Output };
}

export const command = <Input extends TSchema, Output extends TSchema, const Code extends string>(
  input: Input,
  output: Output,
  failures: readonly Code[],
): Command<Static<Input>, Static<Output>, Code> => ({ input, output, failures });

export const strict = { additionalProperties: false } as const;
export const nothing = Type.Object({}, strict);
