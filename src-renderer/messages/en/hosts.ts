import type { HostMessages } from '#contract/messages/hosts.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

export const hosts: WordsOf<HostMessages> = {
  'command.unknown': () => 'There is no such command. Nothing was done.',
  'command.bad-input': ({ field, problem }) =>
    `${field === '' ? 'The input' : `The member "${field}"`} ${problem === '' ? 'does not fit.' : withPeriod(problem)} Nothing was done.`,
  'command.bug': ({ id }) =>
    `Something went wrong in the program (${id}). Check whether the action was carried out before you try again.`,
  'shortcuts.desktop-only': () => 'System-wide keys are available in the desktop window only.',
  'secrets.stored': () => 'Your key is stored in the secure store of this computer.',
  'secrets.session-only': () => 'Your key is stored for this session only: no secure store on this computer.',
  'secrets.session-chosen': () => 'Your key is stored for this session only, as chosen at the start.',
  'secrets.not-answering': () =>
    'The secure store of this computer does not answer: a key typed now is stored for this session only.',
  'secrets.none-title': () => 'No secure store',
  'practice.only': () => 'Prices and time can be set in the practice market only. Nothing was done.',
  'practice.bad-state': () => 'The practice service gave a state that could not be read.',
  'practice.no-answer': () => 'The practice service does not answer.',
  'practice.refused': () => 'The practice service refused this. Nothing was changed.',
  'practice.outcome-unknown': () =>
    'The practice service does not answer. Whether the market was changed is not known.',
  'host.process-ended': ({ kind }) => `${kind} process ended`,
  'host.process-restarts': () =>
    'The program starts it again by itself. If this repeats, send the diagnostics from the Help menu.',
  'host.window-ended': () => 'The window was reloaded',
  'host.window-reloaded': () =>
    'Its process ended. Orders that were sent are followed as before. Drafts are restored; passwords and what was typed last may be lost.',
  'practice.not-started-title': () => 'Practice did not start',
  'practice.not-started': ({ reason }) => withPeriod(reason),
};
