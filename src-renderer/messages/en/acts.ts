import type { AutoTradeLinkState } from '#contract/model/autotrade-link-state.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { ActMessages, CredentialName } from '#contract/messages/acts.ts';
import { commandWords } from '#renderer/format/command-words.ts';
import { timeText } from '#renderer/format/time-text.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

const credentialNames: Readonly<Record<CredentialName, string>> = {
  accountNumber: 'account number',
  userId: 'user id',
  password: 'password',
};

const instrumentNames: Readonly<Record<Instrument, string>> = {
  stock: 'stocks',
  option: 'options',
  future: 'futures',
  forex: 'forex',
};

/** The state of a copy in a few words. */
export const linkStateWords: Readonly<Record<AutoTradeLinkState, string>> = {
  linked: 'Linked',
  'start-unknown': 'Start without an answer',
  'change-unknown': 'Change without an answer',
  'stop-unknown': 'Stop without an answer',
  'start-absent': 'Start not confirmed',
  'stopped-left': 'Stopped, positions left',
  'stopped-closed': 'Stopped, closing what was copied',
  'set-elsewhere': 'Set elsewhere',
  'ended-elsewhere': 'Ended elsewhere',
};

const listText = (items: readonly string[]): string => items.join(', ');

const settledBy = {
  list: 'Confirmed by a later reading',
  user: 'Ended by you without proof',
  newer: 'Replaced by a newer change',
} as const;

export const acts: WordsOf<ActMessages> = {
  'act.intent-used': () => 'Duplicate request ignored. Nothing was sent.',
  'act.not-recorded': () => 'The request was sent before it was recorded. Read the current state before you continue.',
  'act.one-at-a-time': () =>
    'The previous change is not confirmed yet, and changes are sent one at a time. Nothing was sent.',
  'act.overtaken': () =>
    'Another change was sent while this one waited, so its review is out of date. This one was not sent. Review it again.',
  'act.overtakes': () => 'Sent ahead of a change that is not confirmed',
  'act.overtaken-open': ({ command, at }) =>
    `The earlier change (${commandWords(command)}${at === null ? '' : `, ${timeText(at, 'ET')} ET`}) may still take effect. See Activity, Changes.`,
  'act.not-unknown': () => 'The outcome of this change is known. Nothing was changed.',
  'act.refused': () => 'The platform refused the change.',
  'act.unreadable-answer': () => 'The answer could not be read.',
  'autotrade.broker-not-traded': ({ types }) =>
    `The broker does not trade ${listText(types.map((type) => instrumentNames[type]))}. Such trades are not copied.`,
  'autotrade.broker-outside-usa': () => 'The platform says that this broker takes no customers in the US.',
  'autotrade.brokers-not-filtered': ({ reason }, words) => `The list was not filtered. ${withPeriod(words(reason))}`,
  'autotrade.change-differs': () =>
    'The platform confirmed the change without naming the account. Check the settings on its web screen.',
  'autotrade.change-not-confirmed': () => 'AutoTrade change is not confirmed',
  'autotrade.credentials': ({ members }) =>
    `Type 4 to 30 characters for: ${listText(members.map((member) => credentialNames[member]))}. Nothing was sent.`,
  'autotrade.limit-removed': ({ fields }) =>
    `A limit can be changed but not removed: ${fields.join(', ')}. Set a higher limit, or stop AutoTrade and start it again.`,
  'autotrade.linked-already': () => 'This strategy is copied at this broker already. Change its settings instead.',
  'autotrade.no-person': () =>
    'The owner of the strategy is not known yet: its details have to be read first. Nothing was sent.',
  'autotrade.not-linked': () => 'This strategy is not copied at this broker. Nothing was sent.',
  'autotrade.not-listed': () => 'The broker list does not have this code. The platform may refuse it.',
  'autotrade.not-subscribed': () =>
    'The list of people shows no current subscription of this person to the strategy. The platform may refuse it.',
  'autotrade.not-rehearsed': () => 'These settings were not rehearsed over past trades since they were last edited.',
  'act.not-typed': () => 'The confirmation text is not the one that is asked for. Nothing was sent.',
  'autotrade.nothing-to-change': () => 'These settings are in effect already.',
  'autotrade.open-act': ({ state, at }) =>
    `${linkStateWords[state]}${at === null ? '' : ` since ${timeText(at, 'ET')} ET`}. It may still take effect.`,
  'autotrade.outdated': () =>
    'Positions, settings or the broker list have changed since. Review the plan again. Nothing was sent.',
  'autotrade.positions-old': ({ seconds }) => {
    if (seconds === null) return 'The positions of the strategy were never read.';
    if (seconds < 0) return 'The clock was set back since the positions of the strategy were read.';
    return `The positions of the strategy were read ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago.`;
  },
  'autotrade.sells-now': ({ symbols }) => `This reduces copied positions at once: ${symbols.join(', ')}.`,
  'autotrade.settings-unknown': () =>
    'The settings in effect are not known here. All of them are sent except empty limits, which remain as they are. The difference is traded at once.',
  'act.settled': ({ command, by }) => `${settledBy[by]}: ${commandWords(command)}`,
  'autotrade.start-absent': () =>
    'The broker list does not show the account two minutes after the start. Check the web screen before you start again.',
  'autotrade.start-after-refusal': () =>
    'The platform refused the start, and its broker list shows an account now: the strategy is copied. Check the settings on the web screen.',
  'autotrade.stop-after-refusal': () => 'The platform refused the stop, and its broker list shows no account any more.',
  'autotrade.start-differs': () =>
    'The platform confirmed the start, but its answer names no account, or the broker list does not show the account that it names.',
  'autotrade.start-late': () =>
    'An earlier start took effect after a newer start or stop: the broker list shows its account. Check the web screen, and stop again if the strategy is still copied.',
  'autotrade.start-not-confirmed': () => 'AutoTrade start is not confirmed',
  'autotrade.stop-absent': () =>
    'The broker list still shows the account two minutes after the stop. The strategy is still copied: send the stop again.',
  'autotrade.short-options': () =>
    'The broker list does not say whether options can be sold short here. If not, short options are not copied.',
  'autotrade.stop-closes': ({ positions }) =>
    `This closes up to ${positions} copied ${positions === 1 ? 'position' : 'positions'}. A position whose market is closed now is closed at the opening.`,
  'autotrade.stop-differs': () => 'The platform confirmed the stop without naming what it left in the account.',
  'autotrade.stop-late': () => 'An earlier AutoTrade stop took effect after a newer change.',
  'autotrade.stop-leaves': ({ positions }) =>
    `Positions and orders remain in the account: up to ${positions} ${positions === 1 ? 'position' : 'positions'}. They are not closed for you.`,
  'autotrade.stop-not-confirmed': () => 'AutoTrade stop is not confirmed',
  'autotrade.strategy-ended': () => 'The strategy is no longer active.',
  'act.not-confirmed': ({ command }) => `Not confirmed: ${commandWords(command)}`,
  'act.absent': ({ command }) =>
    `Two minutes after the request the platform does not show this change: ${commandWords(command)}. Plan it again before you send it again.`,
  'act.late': ({ command }) => `An earlier change took effect after a newer one: ${commandWords(command)}.`,
  'act.differs': ({ command }) =>
    `The platform confirmed this change but shows something else: ${commandWords(command)}.`,
  'act.unknown': ({ command }) => `No clear answer to: ${commandWords(command)}`,
  'autotrade.unknown-broker': () => 'The brokers of this strategy were never read. Read them first.',
  'autotrade.unknown-plan': () => 'This plan is no longer available. Review it again. Nothing was sent.',
  'act.unknown-text': ({ command, isProvable }) =>
    `${command === 'stopAutoTrade' ? 'The strategy may still be copied. ' : ''}${
      isProvable
        ? 'The program reads the data of the platform to find out. Do not send the change again meanwhile.'
        : 'No reading can prove whether it took effect. Look at the pages of the platform.'
    }`,
  'autotrade.unknown-types': ({ symbols }) =>
    `The instrument type is not known, so these positions are not in the estimate: ${symbols.join(', ')}.`,
  'desired.empty-list': () => 'An empty list is not sent. To hold no positions, use “Hold nothing…”.',
  'desired.appeared-late': () =>
    'A target list that a newer one had replaced took effect after all. Flatten, or resume order entry.',
  'desired.contradicted': () =>
    'The platform does not show the target portfolio that was sent. Check the web screen, then send the list again or resume order entry.',
  'desired.mode': ({ mode }) => desiredModes[mode],
  'desired.maintaining': () => 'The platform maintains a target portfolio for this strategy: it accepts no orders.',
  'desired.overtaken': () => 'A replaced target list can still take effect for up to two minutes. Entries wait.',
  'desired.list-moved': () =>
    'The target list of the platform is no longer the one that was shown. Compare the two lists again. Nothing was changed.',
  'desired.other-list': () => 'The platform holds another target list',
  'desired.not-confirmed': () => 'A target portfolio was not confirmed',
  'desired.stop-not-read': () =>
    'Order entry was resumed. Entries wait until a reading shows that the target portfolio has ended.',
  'desired.unconfirmed': () => 'A target portfolio was sent and is not confirmed yet. Orders wait until it is.',
  'desired.type-off': () => 'Type "off" to declare that the mode was ended elsewhere. Nothing was changed.',
};

const desiredModes = {
  'never-read': 'The target portfolio was never read.',
  off: 'As far as known, no target portfolio is maintained.',
  maintaining: 'The platform maintains this list and places market orders for it; other order entry is off.',
  pending:
    'The outcome of the list that was sent is not known yet. It is shown with the last confirmed list until a reading decides which of the two applies.',
  'maybe-off':
    'This is the last known list. It may no longer be maintained: the web screen can end it, and the program is not told.',
  contradicted: 'The list that was sent and the list of the platform differ. Choose the one that applies.',
} as const;
