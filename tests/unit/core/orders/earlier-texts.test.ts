import { expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import { migrateAlarm, migrateText } from '#core/orders/journal/earlier-texts.ts';

const equalOrdersText = (what: string): string =>
  `${what} this order in every visible detail, and only one was sent from here. The service does not tell whether the network doubled it or it was entered elsewhere; cancel what you do not want.`;

/** Every sentence that an earlier version stored in the journal. */
const stored: readonly (readonly [string, Text])[] = [
  ['it was prepared to be sent later', { code: 'hold.staged' }],
  ['it waited longer than 15 seconds', { code: 'hold.too-old', seconds: 15 }],
  ['the program ended before it was sent', { code: 'hold.program-ended' }],
  ['the connection was closed', { code: 'hold.connection-closed' }],
  ['The connection was closed.', { code: 'hold.connection-closed' }],
  ['The service stopped answering.', { code: 'hold.no-connection' }],
  ['the program ended before its answer came', { code: 'lost.program-ended' }],
  ['it left before it was recorded', { code: 'lost.not-recorded' }],
  [
    'sent again, and that did not leave: getaddrinfo ENOTFOUND',
    { code: 'lost.sent-again', reason: 'getaddrinfo ENOTFOUND' },
  ],
  ['the answer does not name this order', { code: 'lost.other-order' }],
  ['the answer could not be read (HTTP 502)', { code: 'lost.unreadable-answer', httpStatus: 502 }],
  [
    'refused in words that are not known: Wrong: not today',
    { code: 'lost.unknown-refusal', answer: 'Wrong: not today' },
  ],
  ['3 orders match in every visible detail', { code: 'ambiguous.matches', count: 3 }],
  ['not visible after 2 minutes', { code: 'absent.late' }],
  ['the replacement was not done: the old order was filled', { code: 'absent.replace-not-done', old: 'filled' }],
  [
    'the replacement was not done: the old order still is working',
    { code: 'absent.replace-not-done', old: { status: 'working' } },
  ],
  ...(['canceled', 'expired', 'no longer shown'] as const).flatMap((how): (readonly [string, Text])[] => {
    const old = how === 'no longer shown' ? 'unlisted' : how;
    return [
      [
        `the order that it was to replace is ${how}, and the new one is not visible after 2 minutes`,
        { code: 'absent.replace-lost', old },
      ],
      [
        `A replacement was lost: the old order is ${how} and the new one is not there.`,
        { code: 'alarm.replace-lost', old },
      ],
    ];
  }),
  ['An order believed lost has appeared.', { code: 'alarm.appeared' }],
  ['Target and stop were both filled, although one should have canceled the other.', { code: 'alarm.both-filled' }],
  [equalOrdersText('Signal 155 matches'), { code: 'alarm.copies', serviceIds: ['155'] }],
  [equalOrdersText('Signals 155, 156 match'), { code: 'alarm.copies', serviceIds: ['155', '156'] }],
  ["The platform holds 2 orders under this order's own id.", { code: 'alarm.duplicates', count: 2 }],
  [
    "The platform holds 2 orders under the own id of this order's parent.",
    { code: 'alarm.parent-duplicates', count: 2 },
  ],
  [
    'The platform refused its id as used before, and yet shows no such order. Look at the web screen.',
    { code: 'alarm.id-used' },
  ],
  ['The platform refused this order, and yet it is there.', { code: 'alarm.refused-but-listed' }],
  [
    'The replacement is there, and the order that it replaces is still shown as working.',
    { code: 'alarm.replaced-works' },
  ],
  ...(
    [
      ['a profit target', 'target'],
      ['a stop loss', 'stop'],
      ['a group of target and stop', 'group'],
    ] as const
  ).flatMap(([what, member]): (readonly [string, Text])[] => [
    [`The preview showed ${what}; the answer names none.`, { code: 'preview.missed', member, shown: false }],
    [`The answer names ${what} that the preview did not show.`, { code: 'preview.missed', member, shown: true }],
  ]),
];

it.each(stored)('the text "%s" is read as its code', (text, message) => {
  expect(migrateText(text)).toEqual(message);
  expect(migrateAlarm(text)).toEqual(message);
});

it('an alarm of several sentences is read as several alarms', () => {
  const text = `An order believed lost has appeared. The platform holds 2 orders under this order's own id. ${equalOrdersText('Signal 155 matches')}`;
  expect(migrateAlarm(text)).toEqual({
    code: 'order.alarms',
    alarms: [
      { code: 'alarm.appeared' },
      { code: 'alarm.duplicates', count: 2 },
      { code: 'alarm.copies', serviceIds: ['155'] },
    ],
  });
});

it.each(['', 'ECONNRESET', 'An order believed lost has appeared. And more.', 'it was prepared'])(
  'the text "%s" is kept verbatim',
  (text) => {
    expect(migrateText(text)).toBe(text);
    expect(migrateAlarm(text)).toBe(text);
  },
);
