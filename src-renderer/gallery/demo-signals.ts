import type { Cause, JournalFacts, Signal } from '#contract/model/signal.ts';
import { demoNow } from './demo-clock.ts';

const base: Signal = {
  rowId: '',
  systemId: '91000001',
  serviceId: null,
  ownId: null,
  parentRowId: null,
  role: 'order',
  links: 'known',
  ocaGroupId: null,
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  name: 'Apple Inc.',
  instrument: 'stock',
  kind: 'limit',
  limit: null,
  stop: null,
  duration: 'GTC',
  parkedUntil: null,
  state: 'working',
  postedAt: demoNow - 900,
  endedAt: null,
  tradedPrice: null,
  changedAt: demoNow - 900,
  tradeId: null,
  cause: null,
  journal: null,
};

function journal(over: Partial<JournalFacts>): JournalFacts {
  return {
    intentId: '3f0d4b5e-0d3c-4f4e-9d57-0f8a4c8a2b11',
    state: 'ACKED',
    attempts: 1,
    createdAt: demoNow - 65,
    sentAt: demoNow - 64,
    answer: [],
    text: '',
    choices: [],
    alarm: null,
    staged: false,
    candidates: [],
    typedConfirmation: null,
    exposed: false,
    watchedUntil: null,
    misses: [],
    ...over,
  };
}

const cause = (code: Cause['code'], text: string, evidence: Cause['evidence'], by: string | null = null): Cause => ({
  code,
  text,
  evidence,
  byServiceId: by,
});

const bracket: readonly Partial<Signal>[] = [
  {
    rowId: 's801',
    serviceId: '148220801',
    ownId: '177246522741093',
    action: 'BTO',
    limit: '182.50',
    tradedPrice: '182.44',
    state: 'traded',
    endedAt: demoNow - 812,
    changedAt: demoNow - 812,
    journal: journal({}),
  },
  {
    rowId: 's802',
    serviceId: '148220802',
    parentRowId: 's801',
    role: 'target',
    action: 'STC',
    limit: '189.00',
    state: 'working',
    ocaGroupId: '148220804',
    changedAt: demoNow - 812,
  },
  {
    rowId: 's803',
    serviceId: '148220803',
    parentRowId: 's801',
    role: 'stop',
    action: 'STC',
    kind: 'stop',
    stop: '178.20',
    state: 'working',
    ocaGroupId: '148220804',
    changedAt: demoNow - 812,
  },
];

const pendingOrders: readonly Partial<Signal>[] = [
  {
    rowId: 's811',
    serviceId: '148220811',
    ownId: '177246590010422',
    symbol: 'MSFT',
    name: 'Microsoft Corp.',
    quantity: '60',
    limit: '398.00',
    duration: 'DAY',
    changedAt: demoNow - 240,
    postedAt: demoNow - 240,
    journal: journal({}),
  },
  {
    rowId: 's812',
    serviceId: '148220812',
    parentRowId: 's811',
    role: 'target',
    symbol: 'MSFT',
    quantity: '60',
    action: 'STC',
    limit: '416.50',
    state: 'waiting',
    duration: 'DAY',
    cause: cause('parent-not-filled', 'Waits for its parent', 'deduced', '148220811'),
    postedAt: demoNow - 240,
    changedAt: demoNow - 240,
  },
  {
    rowId: 's813',
    serviceId: '148220813',
    parentRowId: 's811',
    role: 'stop',
    symbol: 'MSFT',
    quantity: '60',
    action: 'STC',
    kind: 'stop',
    stop: '389.40',
    state: 'waiting',
    duration: 'DAY',
    cause: cause('parent-not-filled', 'Waits for its parent', 'deduced', '148220811'),
    postedAt: demoNow - 240,
    changedAt: demoNow - 240,
  },
];

/** A symbol of the largest length, in another year. */
const option = { symbol: 'SPXW2519L6850', name: 'SPXW 19 Dec 2025 6850 call', instrument: 'option' } as const;
const lastYear = { postedAt: demoNow - 6_480_000, endedAt: demoNow - 6_478_000, changedAt: demoNow - 6_478_000 };

const ended: readonly Partial<Signal>[] = [
  { rowId: 's1', serviceId: '1', ...option, ...lastYear, limit: '12.50', tradedPrice: '12.45', state: 'traded' },
  {
    rowId: 's701',
    serviceId: '148219701',
    symbol: 'NVDA',
    name: 'NVIDIA Corp.',
    quantity: '40',
    limit: '131.20',
    tradedPrice: '131.18',
    state: 'traded',
    postedAt: demoNow - 430_000,
    endedAt: demoNow - 420_000,
    changedAt: demoNow - 420_000,
  },
  {
    rowId: 's702',
    serviceId: '148219702',
    parentRowId: 's701',
    role: 'target',
    symbol: 'NVDA',
    quantity: '40',
    action: 'STC',
    limit: '138.00',
    tradedPrice: '138.05',
    state: 'traded',
    postedAt: demoNow - 430_000,
    endedAt: demoNow - 95_000,
    changedAt: demoNow - 95_000,
  },
  {
    rowId: 's703',
    serviceId: '148219703',
    parentRowId: 's701',
    role: 'stop',
    symbol: 'NVDA',
    quantity: '40',
    action: 'STC',
    kind: 'stop',
    stop: '127.50',
    state: 'canceled',
    postedAt: demoNow - 430_000,
    endedAt: demoNow - 95_000,
    changedAt: demoNow - 95_000,
    cause: cause('sibling-filled', 'Its target was filled', 'seen', '148219702'),
  },
  {
    rowId: 's690',
    serviceId: '148219690',
    symbol: 'XOM',
    name: 'Exxon Mobil Corp.',
    quantity: '150',
    limit: '104.10',
    state: 'expired',
    duration: 'DAY',
    postedAt: demoNow - 265_000,
    endedAt: demoNow - 245_000,
    changedAt: demoNow - 245_000,
    cause: cause('expired', 'Day order, not filled by the close', 'seen'),
  },
  {
    rowId: 's688',
    serviceId: '148219688',
    symbol: 'XOM',
    name: 'Exxon Mobil Corp.',
    quantity: '150',
    limit: '103.60',
    state: 'canceled',
    postedAt: demoNow - 266_000,
    endedAt: demoNow - 265_000,
    changedAt: demoNow - 265_000,
    cause: cause('replaced', 'Replaced by 148219690', 'seen', '148219690'),
  },
];

const special: readonly Partial<Signal>[] = [
  {
    rowId: 'j1',
    ownId: '177246606310557',
    symbol: '@ESH6',
    name: 'E-mini S&P 500, March 2026',
    instrument: 'future',
    action: 'SSHORT',
    quantity: '2',
    kind: 'stop',
    stop: '6788.25',
    duration: 'DAY',
    state: 'unknown',
    postedAt: null,
    changedAt: demoNow - 64,
    journal: journal({
      state: 'UNKNOWN',
      text: 'Sent at 10:41:03 ET, no answer. It may be working or filled. We are checking; do not enter it again.',
      choices: ['check-now'],
    }),
  },
  {
    rowId: 'j2',
    ownId: '177246597710331',
    symbol: 'TSLA',
    name: 'Tesla Inc.',
    quantity: '25',
    limit: '244.90',
    state: 'rejected',
    postedAt: null,
    changedAt: demoNow - 150,
    journal: journal({
      state: 'REJECTED',
      text: 'The platform rejected this order. It does not work.',
      answer: ['Signal rejected', 'Insufficient buying power for this order', 'errors[0]: buypower'],
      choices: ['acknowledge'],
    }),
  },
  {
    rowId: 'j3',
    ownId: '177246581010774',
    symbol: 'QQQ',
    name: 'Invesco QQQ Trust',
    quantity: '80',
    limit: '471.00',
    state: 'held',
    postedAt: null,
    changedAt: demoNow - 310,
    journal: journal({
      state: 'HELD',
      sentAt: null,
      attempts: 0,
      text: 'On hold: it waited longer than 15 s. Send it again if you still want it.',
      choices: ['send-again', 'abandon'],
    }),
  },
];

/** Orders that only some cases show. */
const staged: readonly Partial<Signal>[] = [
  {
    rowId: 'j11',
    ownId: '177246570010881',
    symbol: 'QQQ',
    name: 'Invesco QQQ Trust',
    quantity: '80',
    limit: '471.00',
    duration: 'DAY',
    state: 'held',
    postedAt: null,
    changedAt: demoNow - 1_440,
    journal: journal({
      state: 'HELD',
      createdAt: demoNow - 1_440,
      sentAt: null,
      attempts: 0,
      staged: true,
      text: 'On hold, nothing was sent: staged to be sent later.',
      choices: ['send-again', 'abandon'],
    }),
  },
];

const lost: readonly Partial<Signal>[] = [
  {
    rowId: 'j21',
    ownId: '177246560010112',
    symbol: 'NVDA',
    name: 'NVIDIA Corp.',
    quantity: '40',
    limit: '131.20',
    state: 'absent',
    postedAt: null,
    changedAt: demoNow - 180,
    journal: journal({
      state: 'PROBABLY_ABSENT',
      sentAt: demoNow - 310,
      text: 'Not visible after 2 minutes. It can still appear.',
      choices: ['check-now', 'keep-waiting', 'check-by-cancelling', 'send-again-same-id', 'new-order', 'acknowledge'],
      typedConfirmation: 'two orders',
      watchedUntil: demoNow + 86_000,
    }),
  },
  {
    rowId: 'j22',
    ownId: '177246560010113',
    symbol: 'NVDA',
    name: 'NVIDIA Corp.',
    quantity: '40',
    limit: '131.20',
    state: 'unknown',
    postedAt: null,
    changedAt: demoNow - 170,
    journal: journal({
      state: 'AMBIGUOUS',
      sentAt: demoNow - 300,
      text: 'Sent at 10:37:07 ET, no answer, and 2 orders match in every visible detail. Compare them; do not enter it again.',
      choices: ['pick', 'acknowledge'],
      candidates: [
        { serviceId: '148219701', text: 'BTO 40 NVDA limit 131.20, traded, posted at 10:37:09 ET' },
        { serviceId: '148219702', text: 'BTO 40 NVDA limit 131.20, working, posted at 10:37:31 ET' },
      ],
    }),
  },
];

const exposed: readonly Partial<Signal>[] = [
  {
    rowId: 'j23',
    ownId: '177246560010114',
    action: 'STC',
    kind: 'stop',
    stop: '180.40',
    state: 'absent',
    postedAt: null,
    changedAt: demoNow - 100,
    journal: journal({
      state: 'PROBABLY_ABSENT',
      sentAt: demoNow - 240,
      text: 'The replaced order has ended, and the new one is not visible: the position may be unprotected. It can still appear.',
      choices: ['check-now', 'keep-waiting', 'check-by-cancelling', 'new-order', 'acknowledge'],
      typedConfirmation: 'enter again',
      exposed: true,
    }),
  },
  {
    rowId: 'j24',
    serviceId: '148220899',
    ownId: '177246560010115',
    symbol: 'MSFT',
    name: 'Microsoft Corp.',
    quantity: '60',
    limit: '398.00',
    changedAt: demoNow - 90,
    journal: journal({
      text: 'The platform has accepted it.',
      choices: ['acknowledge'],
      alarm: 'The answer shows quantity 600. The order has 60.',
      misses: ['The preview showed a profit target. The answer has none.'],
    }),
  },
];

const completed = (list: readonly Partial<Signal>[]): readonly Signal[] => list.map((over) => ({ ...base, ...over }));

export const demoStaged: readonly Signal[] = completed(staged);
/** Orders of unknown outcome, and alarms: every decision that a trader may have to make. */
export const demoTrouble: readonly Signal[] = completed([...lost, ...exposed]);

/**
 * Every state: a filled bracket, a pending one, ended orders with their reasons, and three that
 * need a decision.
 */
export const demoSignals: readonly Signal[] = [...special, ...pendingOrders, ...bracket, ...ended].map((over) => ({
  ...base,
  ...over,
}));
