import type { CommandInput, CommandName, CommandOutput } from './commands.ts';
import type { EventName, EventPayload } from './events.ts';
import type { IsJsonSafe } from './json.ts';

type Unsafe =
  | { [Name in CommandName]: IsJsonSafe<CommandInput<Name>> extends true ? never : Name }[CommandName]
  | { [Name in CommandName]: IsJsonSafe<CommandOutput<Name>> extends true ? never : Name }[CommandName]
  | { [Name in EventName]: IsJsonSafe<EventPayload<Name>> extends true ? never : Name }[EventName];

/** Does not compile if the transfer would change a member. The error names its command or event. */
export const everyMemberIsJsonSafe: [Unsafe] extends [never] ? true : Unsafe = true;
