import type { CommandInput, CommandName, CommandOutput } from './commands.ts';
import type { EventName, EventPayload } from './events.ts';
import type { IsJsonSafe } from './json.ts';

type Unsafe =
  | { [Name in CommandName]: IsJsonSafe<CommandInput<Name>> extends true ? never : Name }[CommandName]
  | { [Name in CommandName]: IsJsonSafe<CommandOutput<Name>> extends true ? never : Name }[CommandName]
  | { [Name in EventName]: IsJsonSafe<EventPayload<Name>> extends true ? never : Name }[EventName];

/** A type error here names a command or event with a member that JSON would change. */
export const everyMemberIsJsonSafe: [Unsafe] extends [never] ? true : Unsafe = true;
