import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function changeCommands({ sessions }: CommandParts): CommandGroup<'changes'> {
  return {
    'changes.get': () => sessions.current().changes.get(),
    'changes.add': (input) => sessions.current().changes.add(input),
    'changes.remove': (input) => sessions.current().changes.remove(input),
    'changes.clear': () => sessions.current().changes.clear(),
    'changes.import': (input) => sessions.current().changes.import(input),
    'changes.plan': () => sessions.current().changes.plan(),
    'changes.apply': (input) => sessions.inUse().changes.apply(input),
    'changes.pause': (input) => sessions.inUse().changes.pause(input),
    'changes.resume': (input) => sessions.inUse().changes.resume(input),
  };
}
