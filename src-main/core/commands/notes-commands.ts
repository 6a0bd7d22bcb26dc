import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function notesCommands({ sessions }: CommandParts): CommandGroup<'notes'> {
  const notes = () => sessions.current().notes;
  return {
    'notes.list': (input) => notes().list(input),
    'notes.get': (input) => notes().get(input),
    'notes.save': (input) => notes().save(input),
    'notes.tags': () => notes().tags(),
    'notes.search': (input) => notes().search(input),
    'notes.attach': (input) => notes().attach(input),
    'notes.image': (input) => notes().image(input),
  };
}
