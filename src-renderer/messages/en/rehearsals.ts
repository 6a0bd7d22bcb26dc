import type { RehearsalMessages } from '#contract/messages/rehearsals.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { stateWords } from '#renderer/format/signal-words.ts';
import { timeText } from '#renderer/format/time-text.ts';
import type { WordsOf } from '../catalog.ts';
import { count, withPeriod } from './formats.ts';

type Rehearsed = RehearsalMessages['rehearsal.missing'];

const rehearsedText = ({ kind, name }: Rehearsed): string =>
  kind === 'hotkey' ? `The hotkey "${name}"` : `The bracket template "${name}"`;

export const rehearsals: WordsOf<RehearsalMessages> = {
  'rehearsal.missing': (rehearsed) => `${rehearsedText(rehearsed)} did not run on practice since it was last edited.`,
  'rehearsal.done': ({ at, outcome, ...rehearsed }, words) =>
    `${rehearsedText(rehearsed)} ran on practice at ${timeText(at, 'ET')} ET: ${withPeriod(words(outcome))}`,
  'rehearsal.order': ({ role, action, quantity, symbol, kind, price, state }) => {
    const at =
      price === null ? 'at market' : state === 'traded' ? `at ${priceText(price)}` : `${kind} ${priceText(price)}`;
    const what = role === 'target' || role === 'stop' ? `${role === 'target' ? 'Target' : 'Stop'}: ` : '';
    return `${what}${actionWords[action]} ${decimalText(quantity)} ${symbol} ${at}, ${stateWords[state].toLowerCase()}`;
  },
  'rehearsal.replayed': ({ days }) => `replayed over the fills of ${count(days, 'day')}`,
  'rehearsal.target': ({ lines, reached }) =>
    reached === null
      ? `the platform accepted the list of ${count(lines, 'line')}`
      : `${reached} of ${count(lines, 'line')} reached`,
  'rehearsal.refused-list': ({ reason }, words) => `Practice did not accept the list. ${withPeriod(words(reason))}`,
  'rehearsal.no-list-outcome': () => 'The practice service gave no clear answer to the list.',
  'rehearsal.not-live': () => 'This connection is practice already: send the order or list here.',
  'rehearsal.no-practice': ({ reason }, words) =>
    `The practice service cannot be used now. ${withPeriod(words(reason))}`,
  'rehearsal.no-outcome': () => 'The practice service did not answer the order within 30 seconds.',
};
