import type { CommandInput, CommandName, CommandOutcome } from '#contract/commands.ts';

/** Carries out one command. Expected failures are returned; a thrown error is a bug. */
export type Handler<Name extends CommandName> = (
  input: CommandInput<Name>,
) => CommandOutcome<Name> | Promise<CommandOutcome<Name>>;

/** One handler for every command of the contract; a missing one does not compile. */
export type CommandTable = { readonly [Name in CommandName]: Handler<Name> };

/** The handlers of one group, `profiles.…` and so on. */
export type CommandGroup<Prefix extends string> = {
  readonly [Name in Extract<CommandName, `${Prefix}.${string}`>]: Handler<Name>;
};
