import { command, nothing } from './command.ts';
import { OwnPerson } from './model/own-person.ts';

/** The person of the key. */
export const personCommands = {
  /** No command of the platform names it: it is learned, or has to be typed (screens D7). */
  'person.get': command(nothing, OwnPerson, []),
} as const;
