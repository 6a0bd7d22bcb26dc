import type { ActMessages } from '#contract/messages/acts.ts';
import type { WordsOf } from '../catalog.ts';

export const acts: WordsOf<ActMessages> = {
  'act.intent-used': () => 'Duplicate request ignored. Nothing was sent.',
  'act.not-recorded': () => 'It left before it was recorded. Read the current state before you continue.',
  'act.one-at-a-time': () =>
    'The change before this one is not confirmed yet; one is sent at a time. Nothing was sent.',
  'act.overtakes': () => 'Sent ahead of a change that is not confirmed',
  'act.overtaken-open': () =>
    'The earlier change of the same target may still take effect. It is under Activity, Changes.',
  'act.not-unknown': () => 'The outcome of this change is known. Nothing was changed.',
  'act.refused': () => 'The platform refused it.',
  'act.unreadable-answer': () => 'The answer could not be read.',
  'desired.empty-list': () => 'An empty list is not sent. Use flat to hold nothing.',
  'desired.appeared-late': () =>
    'A target list that a newer one had replaced took effect after all. Flatten, or resume order entry.',
  'desired.contradicted': () =>
    'The platform does not show the target portfolio that was sent. Check the web screen, then send it again or stop.',
  'desired.mode': ({ mode }) => desiredModes[mode],
  'desired.maintaining': () => 'The platform maintains a target portfolio for this strategy: it accepts no orders.',
  'desired.overtaken': () => 'A replaced target list can still take effect for up to two minutes. Entries wait.',
  'desired.not-confirmed': () => 'A target portfolio was not confirmed',
  'desired.stop-not-read': () =>
    'Order entry was resumed; entries wait until a reading of the target portfolio shows it.',
  'desired.unconfirmed': () => 'A target portfolio was sent and is not confirmed yet. Orders wait until it is.',
  'desired.type-off': () => 'Type "off" to declare that the mode was ended elsewhere. Nothing was changed.',
};

const desiredModes = {
  'never-read': 'The target portfolio was never read.',
  off: 'No target portfolio is maintained, as far as it was read.',
  maintaining: 'The platform maintains this list and places market orders for it; other order entry is off.',
  pending: 'Sent, no clear answer yet. Both lists are shown; it is read back until one is certain.',
  'maybe-off': 'This list was the last one sent. The web screen can switch it off unseen, so it may be off.',
} as const;
