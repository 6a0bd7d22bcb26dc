import type { EventPayload } from '#contract/events.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { DatasetState, Notice, Status } from '#contract/model/status.ts';
import { demoNow } from './demo-clock.ts';
import { demoUnreachable, statesWithRows, type DemoOptions } from './demo-options.ts';
import { demoStrategies } from './demo-strategies.ts';

export const demoProfiles: readonly Profile[] = [
  {
    id: 'practice',
    name: 'Practice',
    kind: 'practice',
    baseUrl: '',
    altBaseUrl: null,
    platformId: null,
    paceMs: 0,
    keyPlace: 'built-in',
  },
  {
    id: 'main',
    name: 'Main account',
    kind: 'world',
    baseUrl: 'https://api.example.com',
    altBaseUrl: null,
    platformId: null,
    paceMs: 1_000,
    keyPlace: 'session',
  },
  {
    id: 'desk',
    name: 'Firm desk',
    kind: 'platform',
    baseUrl: 'https://desk.example.com',
    altBaseUrl: 'https://desk2.example.com',
    platformId: '4021',
    paceMs: 1_500,
    keyPlace: 'keychain',
  },
  {
    id: 'practice-operator',
    name: 'Practice (operator)',
    kind: 'practice',
    baseUrl: '',
    altBaseUrl: null,
    platformId: '9369',
    paceMs: 0,
    keyPlace: 'built-in',
  },
];

const notices: readonly Notice[] = [
  {
    id: 'n1',
    level: 'danger',
    title: 'An order has no answer',
    text: 'SSHORT 2 @ESH6 STP 6788.25 was sent at 10:41:03 ET. It may be working or filled.',
    at: demoNow - 64,
    rowId: 'j1',
    systemId: '91000001',
  },
  {
    id: 'n2',
    level: 'good',
    title: 'Filled',
    text: 'BTO 100 AAPL at 182.44.',
    at: demoNow - 812,
    rowId: 's801',
    systemId: '91000001',
  },
  {
    id: 'n3',
    level: 'warn',
    title: 'Keys are stored for this session only',
    text: 'There is no secure store on this computer.',
    at: demoNow - 3_000,
    rowId: null,
    systemId: null,
  },
];

const otherConnectionNotice: Notice = {
  id: 'n4',
  level: 'danger',
  title: 'No answer: BTO 50 MSFT',
  text: 'Sent at 10:40:12 ET. It may be working or filled.',
  at: demoNow - 96,
  rowId: null,
  systemId: '91000002',
  connection: { name: 'Main account', mode: 'LIVE' },
};

const readOnlyText = 'A review bundle is shown, which is read-only. Close it to return to your own desk.';

/** While a review bundle is shown, its status replaces the status of the trader's own desk. */
export function demoStatus(options: DemoOptions): Status {
  const own = ownStatus(options);
  if (options.data === 'not-opened') {
    const reason = 'EACCES: permission denied, open cache-main.db';
    const text = { code: 'connection.not-opened', name: own.profile.name, reason } as const;
    const queue = { ...own.queue, waiting: 0, next: null, nextStartAt: null };
    const state = { connection: { state: 'not-opened', text }, orderEntry: { open: false, reason: text } } as const;
    return { ...own, ...state, queue };
  }
  if (options.bundle !== 'open') return own;
  return {
    ...own,
    profile: { ...own.profile, id: 'review-bundle', name: 'Review bundle', kind: 'world' },
    mode: 'LIVE',
    connection: { state: 'read-only', text: readOnlyText },
    orderEntry: { open: false, reason: readOnlyText },
  };
}

function ownStatus(options: DemoOptions): Status {
  const live = options.mode === 'LIVE';
  const offline = options.data === 'offline' || options.data === 'never-read';
  const [practice, main, , operator] = demoProfiles;
  const profile = (options.platform ? operator : live ? main : practice) ?? practice;
  if (profile === undefined) throw new Error('the demo has profiles');
  return {
    profile,
    mode: options.mode,
    connection: offline
      ? { state: 'failing', since: demoNow - 1_260, text: demoUnreachable }
      : options.data === 'starting'
        ? { state: 'connecting' }
        : { state: 'answering', at: demoNow - 2 },
    orderEntry: offline
      ? {
          open: false,
          reason:
            'New orders are locked: the service does not answer, so the working orders are unknown. Cancels are possible.',
        }
      : options.data === 'starting'
        ? { open: false, reason: 'New orders are locked until the working orders are read once.' }
        : { open: true },
    queue: {
      waiting: live ? 3 : 0,
      inFlight: null,
      next: live ? { command: 'retrieveSignalsWorking', lane: 'view' } : null,
      nextStartAt: live ? demoNow * 1000 + 600 : null,
      perMinute: live ? 38 : 12,
      paceMs: profile.paceMs,
      backOffMs: offline ? 8_000 : 0,
    },
    unknownOrders: options.data === 'full' ? 1 : 0,
    secondary: options.secondary ? [{ name: main?.name ?? 'Main', mode: 'LIVE', unknownOrders: 1 }] : [],
    secretStore: {
      persistent: false,
      text: { code: 'secrets.session-only' },
    },
    notices: [...(options.notices ? notices : []), ...(options.secondary ? [otherConnectionNotice] : [])],
  };
}

/** The age of the list of strategies. */
export function demoListAge({
  strategies,
}: DemoOptions): Pick<EventPayload<'strategies.changed'>, 'readAt' | 'failure' | 'subscribed'> {
  const unread = strategies === 'starting' || strategies === 'never-read';
  const unanswered = strategies === 'offline' || strategies === 'never-read';
  return {
    readAt: unread ? null : demoNow - (strategies === 'stale' ? 3 * 86_400 : 640),
    failure: unanswered ? demoUnreachable : null,
    subscribed: [],
  };
}

export function demoStrategyList(options: DemoOptions) {
  const { readAt, failure } = demoListAge(options);
  return { readAt, failure, strategies: statesWithRows.has(options.strategies) ? [...demoStrategies] : [] };
}

export function demoStrategyState(
  systemId: string,
  options: DemoOptions,
  revision = 1,
): EventPayload<'strategy.changed'> {
  /** Seconds since the bundle was made. Its data was read before that. */
  const bundleAge = options.bundle === 'open' ? 3 * 86_400 : 0;
  const { data } = options;
  const unanswered = data === 'offline' || data === 'never-read';
  const readAt = (ageSeconds: number, staleAfterSeconds: number): number | null => {
    if (data === 'starting' || data === 'never-read') return null;
    if (data === 'stale') return demoNow - 3 * staleAfterSeconds;
    return demoNow - (data === 'offline' ? 1_260 : ageSeconds + bundleAge);
  };
  const datasetState = (ageSeconds: number, staleAfterSeconds: number): DatasetState => ({
    revision,
    readAt: readAt(ageSeconds, staleAfterSeconds),
    staleAfterSeconds,
    failure: unanswered ? demoUnreachable : null,
    reading: false,
    ...(unanswered ? { failing: { since: demoNow - 1_260, nextTryAt: demoNow + 8 } } : {}),
  });
  return {
    systemId,
    access: 'owner',
    ordersRevision: revision,
    details: datasetState(640, 86_400),
    margin: datasetState(41, 300),
    signalsWorking: datasetState(3, 30),
    signalsAll: datasetState(22, 120),
    tradesOpen: datasetState(5, 60),
    trades: datasetState(310, 3_600),
    equity: datasetState(880, 86_400),
    ...(options.fullSync === undefined ? {} : { fullSync: options.fullSync }),
    desired: datasetState(64, 365),
    subscribers: datasetState(1_930, 10_805),
    brokers: datasetState(130, 2_705),
  };
}
