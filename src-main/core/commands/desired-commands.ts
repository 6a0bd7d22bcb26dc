import { done } from '#contract/outcome.ts';
import { rehearseTarget } from '#core/targets/rehearse-target.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function desiredCommands({ ports, practice, sessions }: CommandParts): CommandGroup<'desired'> {
  return {
    'desired.get': async ({ systemId, fresh }) => {
      const { desired } = sessions.current();
      if (fresh) await desired.read(systemId);
      return done(desired.state(systemId));
    },
    'desired.set': ({ intentId, systemId, target }) => sessions.inUse().desired.set(intentId, systemId, target),
    'desired.plan': ({ request }) => sessions.current().targets.plan(request),
    'desired.rehearse': ({ intentId, planId }) =>
      rehearseTarget({ sessions, practice, clock: ports.clock, random: ports.random }, intentId, planId),
    'desired.send': (input) => sessions.inUse().targets.send(input),
    'desired.declare-off': ({ intentId, systemId, typed }) =>
      sessions.inUse().desired.declareOff(intentId, systemId, typed),
    'desired.take-over': (input) => sessions.inUse().desired.takeOver(input),
    'desired.drafts': (input) => sessions.current().drafts.drafts(input),
    'desired.save-draft': (input) => sessions.inUse().drafts.saveDraft(input),
    'desired.save-list': (input) => sessions.inUse().drafts.saveList(input),
    'desired.remove-list': (input) => sessions.inUse().drafts.removeList(input),
    'desired.history': (input) => sessions.current().drafts.history(input),
  };
}
