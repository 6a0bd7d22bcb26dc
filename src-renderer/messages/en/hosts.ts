import type { HostMessages } from '#contract/messages/hosts.ts';
import type { WordsOf } from '../catalog.ts';
import { endOf } from './formats.ts';

export const hosts: WordsOf<HostMessages> = {
  'host.process-ended': ({ kind }) => `${kind} process ended`,
  'host.process-restarts': () =>
    'The program starts it again by itself. If this repeats, send the diagnostics from the Help menu.',
  'host.window-ended': () => 'The window was reloaded',
  'host.window-reloaded': () =>
    'Its process ended. Orders that were sent are followed as before. What was typed and not sent is lost.',
  'practice.not-started-title': () => 'Practice did not start',
  'practice.not-started': ({ reason }) => endOf(reason),
};
