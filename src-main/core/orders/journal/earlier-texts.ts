import type { Message, Text } from '#contract/message.ts';

/** Makes the message of a text from the groups that its pattern captured. */
type ToMessage = (groups: readonly string[]) => Message;
type EarlierText = readonly [pattern: string, toMessage: ToMessage];

/** A text without parameters. */
const fixed = (text: string, message: Message): EarlierText => [escaped(text), () => message];

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** How the replaced order ended. The earlier texts said "no longer shown" for `unlisted`. */
const replacedOrderEnd = (how: string): 'canceled' | 'expired' | 'unlisted' =>
  how === 'canceled' || how === 'expired' ? how : 'unlisted';

/** The phrases of an earlier version for the parts of a bracket. */
const memberByPhrase: ReadonlyMap<string, 'target' | 'stop' | 'group'> = new Map([
  ['a profit target', 'target'],
  ['a stop loss', 'stop'],
  ['a group of target and stop', 'group'],
]);
const memberPhrases = [...memberByPhrase.keys()].join('|');

/** The sentences in journals of earlier versions, with the messages that mean the same. */
const earlierTexts: readonly EarlierText[] = [
  fixed('it was prepared to be sent later', { code: 'hold.staged' }),
  ['it waited longer than ([0-9]+) seconds', ([seconds]) => ({ code: 'hold.too-old', seconds: Number(seconds) })],
  fixed('the program ended before it was sent', { code: 'hold.program-ended' }),
  fixed('the connection was closed', { code: 'hold.connection-closed' }),
  fixed('The connection was closed.', { code: 'hold.connection-closed' }),
  fixed('The service stopped answering.', { code: 'hold.no-connection' }),
  fixed('the program ended before its answer came', { code: 'lost.program-ended' }),
  fixed('it left before it was recorded', { code: 'lost.not-recorded' }),
  [
    'sent again, and that did not leave: ([^]*)',
    ([reason = '']) => ({ code: 'lost.sent-again', reason: migrateText(reason) }),
  ],
  fixed('the answer does not name this order', { code: 'lost.other-order' }),
  [
    'the answer could not be read \\(HTTP ([0-9]+)\\)',
    ([status]) => ({ code: 'lost.unreadable-answer', httpStatus: Number(status) }),
  ],
  ['refused in words that are not known: ([^]*)', ([answer = '']) => ({ code: 'lost.unknown-refusal', answer })],
  ['([0-9]+) orders match in every visible detail', ([count]) => ({ code: 'ambiguous.matches', count: Number(count) })],
  fixed('not visible after 2 minutes', { code: 'absent.late' }),
  fixed('the replacement was not done: the old order was filled', { code: 'absent.replace-not-done', old: 'filled' }),
  [
    'the replacement was not done: the old order still is ([^]*)',
    ([status = '']) => ({ code: 'absent.replace-not-done', old: { status } }),
  ],
  [
    'the order that it was to replace is (canceled|expired|no longer shown), and the new one is not visible after 2 minutes',
    ([how = '']) => ({ code: 'absent.replace-lost', old: replacedOrderEnd(how) }),
  ],
  fixed('An order believed lost has appeared.', { code: 'alarm.appeared' }),
  fixed('Target and stop were both filled, although one should have canceled the other.', {
    code: 'alarm.both-filled',
  }),
  [
    'Signals? ([0-9, ]+) match(?:es)? this order in every visible detail, and only one was sent from here\\. The service does not tell whether the network doubled it or it was entered elsewhere; cancel what you do not want\\.',
    ([ids = '']) => ({ code: 'alarm.copies', serviceIds: ids.split(', ') }),
  ],
  [
    "The platform holds ([0-9]+) orders under this order's own id\\.",
    ([count]) => ({ code: 'alarm.duplicates', count: Number(count) }),
  ],
  [
    "The platform holds ([0-9]+) orders under the own id of this order's parent\\.",
    ([count]) => ({ code: 'alarm.parent-duplicates', count: Number(count) }),
  ],
  fixed('The platform refused its id as used before, and yet shows no such order. Look at the web screen.', {
    code: 'alarm.id-used',
  }),
  fixed('The platform refused this order, and yet it is there.', { code: 'alarm.refused-but-listed' }),
  [
    'A replacement was lost: the old order is (canceled|expired|no longer shown) and the new one is not there\\.',
    ([how = '']) => ({ code: 'alarm.replace-lost', old: replacedOrderEnd(how) }),
  ],
  fixed('The replacement is there, and the order that it replaces is still shown as working.', {
    code: 'alarm.replaced-works',
  }),
  [
    `The preview showed (${memberPhrases}); the answer names none\\.`,
    ([phrase = '']) => ({ code: 'preview.missed', member: memberByPhrase.get(phrase) ?? 'group', shown: false }),
  ],
  [
    `The answer names (${memberPhrases}) that the preview did not show\\.`,
    ([phrase = '']) => ({ code: 'preview.missed', member: memberByPhrase.get(phrase) ?? 'group', shown: true }),
  ],
];

const compiled = earlierTexts.map(([pattern, toMessage]) => ({
  wholeText: new RegExp(`^${pattern}$`),
  firstSentence: new RegExp(`^${pattern} `),
  toMessage,
}));

/** The message of a text that an earlier version stored. Any other text is returned unchanged. */
export function migrateText(text: Text): Text {
  if (typeof text !== 'string') return text;
  for (const { wholeText, toMessage } of compiled) {
    const match = wholeText.exec(text);
    if (match) return toMessage(match.slice(1));
  }
  return text;
}

/**
 * An alarm of an earlier version may contain several sentences. If one of the sentences is unknown,
 * the whole alarm is returned unchanged.
 */
export function migrateAlarm(alarm: Text): Text {
  if (typeof alarm !== 'string') return alarm;
  const alarms = alarmsIn(alarm);
  return alarms === null ? alarm : alarms.length === 1 ? (alarms[0] ?? alarm) : { code: 'order.alarms', alarms };
}

function alarmsIn(text: string): Text[] | null {
  const whole = migrateText(text);
  if (typeof whole !== 'string') return [whole];
  for (const { firstSentence, toMessage } of compiled) {
    const match = firstSentence.exec(text);
    if (!match) continue;
    const rest = alarmsIn(text.slice(match[0].length));
    if (rest !== null) return [toMessage(match.slice(1)), ...rest];
  }
  return null;
}
