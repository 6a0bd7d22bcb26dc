import type { Route } from '#renderer/stores/router-store.svelte.ts';
import type { ImpossibleState, OtherTexts, PanelState, VisibleTexts } from './panel-state.ts';
import { impossible, localDataStates, localFileStates } from './panel-state.ts';
import { people } from './people-states.ts';
import { targetEditor, targetPortfolio } from './target-states.ts';

export type PanelName =
  | 'orders'
  | 'positions'
  | 'ticket'
  | 'staged'
  | 'target editor'
  | 'account'
  | 'target portfolio'
  | 'equity chart'
  | 'trades'
  | 'performance'
  | 'months'
  | 'breakdown'
  | 'platform statistics'
  | 'time machine'
  | 'day'
  | 'notes'
  | 'strategies'
  | 'strategy details'
  | 'subscribers'
  | 'roster'
  | 'subscriptions'
  | 'people'
  | 'copies'
  | 'brokers'
  | 'activity'
  | 'changes'
  | 'practice market'
  | 'settings'
  | 'connections'
  | 'storage'
  | 'bundle'
  | 'top bar'
  | 'alarms'
  | 'notices';

export type PanelCase = {
  readonly route: Route;
  /** The panel to bring to the front, and the buttons to press. */
  readonly tab?: string;
  readonly press?: readonly string[];
  /** The data that is set to the state. By default all data of the strategy. */
  readonly dataset?: 'strategies';
  readonly flags?: readonly ('trouble' | 'notices')[];
  readonly root: string;
  readonly states: Readonly<Record<PanelState, VisibleTexts | ImpossibleState | OtherTexts>>;
};

/**
 * For a panel that shows only the common texts in these states: the rows of an earlier reading, and
 * the reason of a failure. gallery-panels.spec.ts expects them of every panel.
 */
const onlyCommonTexts = { stale: [], offline: [], failed: [], 'refresh-failed': [] } as const;
const onlyByPress = impossible('it is read again only by a press, which shows the failure');
const ownWordsOfBar = 'the bar shows ages and failures in its own words';
const noFailureTime = 'the program does not report when reads of this list began to fail';
const card = (title: string): string => `section.card:has(h2:text-is("${title}"))`;
const performanceCase = (press: readonly string[], full: VisibleTexts, long = full): PanelCase => ({
  route: 'review',
  tab: 'Performance',
  press,
  root: 'section[aria-label="Performance review"]',
  states: {
    empty: ['No trades or equity yet'],
    loading: ['Calculating statistics…'],
    'never-read': ['Statistics unknown'],
    stale: [],
    offline: [],
    failed: ['Statistics unknown'],
    'refresh-failed': [],
    full,
    long,
  },
});
const details = 'section[aria-label="Strategy details"]';

export const panelCases: Readonly<Record<PanelName, PanelCase>> = {
  orders: {
    route: 'trade',
    root: '.panel:has([role="treegrid"][aria-label="Orders"])',
    states: {
      empty: ['No orders yet', 'order ticket'],
      loading: ['Loading…'],
      'never-read': ['Unknown', 'orders could not be read'],
      ...onlyCommonTexts,
      full: ['AAPL', '189', 'Working'],
      long: ['GOOGL2620C1182.5'],
    },
  },
  positions: {
    route: 'trade',
    root: '.panel:has([role="grid"][aria-label="Positions"])',
    states: {
      empty: ['Flat: no open position'],
      loading: ['Loading…'],
      'never-read': ['Unknown'],
      ...onlyCommonTexts,
      full: ['AAPL', 'JPM', '2 unprotected'],
      long: ['GOOGL2620C1182.5', '1,234,567'],
    },
  },
  ticket: {
    route: 'trade',
    root: 'form[aria-label="Order ticket"]',
    states: {
      empty: ['Send order'],
      loading: impossible('it shows what the trader types'),
      'never-read': { sees: ['New orders are locked'], because: 'orders and top bar show why and since when' },
      stale: impossible('the preview warns of old data'),
      offline: {
        sees: ['New orders are locked', 'Cancels are possible'],
        because: 'orders and top bar show why and since when',
      },
      failed: impossible('it shows what the trader types'),
      'refresh-failed': impossible('it shows what the trader types'),
      full: ['Send order'],
      long: ['Send order'],
    },
  },
  staged: {
    route: 'trade',
    tab: 'Staged',
    root: 'section[aria-label="Staged orders"]',
    states: {
      ...localFileStates,
      empty: ['No staged orders', 'The Stage button of the ticket'],
      loading: ['Reading staged orders…'],
      failed: [],
      'refresh-failed': [],
      full: ['QQQ', 'Discard', 'Edit', 'Send…'],
      long: ['GOOGL2620C1182.5'],
    },
  },
  'target editor': targetEditor,
  account: {
    route: 'strategies',
    root: 'section[aria-label="Account"]',
    states: {
      empty: impossible('an account that was read has figures'),
      loading: ['Reading…'],
      'never-read': [],
      stale: ['Buying power'],
      offline: ['Buying power'],
      failed: [],
      'refresh-failed': { sees: ['107,127'], because: 'the failure is shown above the sections' },
      full: ['Model account', '107,127', 'Buying power', '142,610'],
      long: ['1,234,567,890.12'],
    },
  },
  'target portfolio': targetPortfolio,
  'equity chart': {
    route: 'review',
    root: 'section[aria-label="Equity chart"]',
    states: {
      empty: ['No equity curve yet', 'Available when the chart shows a curve'],
      loading: ['Reading the equity curve…', 'Available when the chart shows a curve'],
      'never-read': ['Equity unknown'],
      stale: [],
      offline: [],
      failed: [],
      'refresh-failed': [],
      full: ['With costs'],
      long: ['With costs'],
    },
  },
  trades: {
    route: 'review',
    tab: 'Trades',
    root: '.panel:has([role="grid"][aria-label="Trades"])',
    states: {
      empty: ['No trades', 'No trades yet'],
      loading: ['Reading the trades…'],
      'never-read': ['Trades unknown'],
      stale: [],
      offline: [],
      failed: ['Try again'],
      'refresh-failed': { sees: ['NVDA', 'EIO, input/output error'], because: 'sums that may be wrong are not shown' },
      full: ['NVDA', 'Closed', 'won'],
      long: ['GOOGL2620C1182.5', '−12,345,678.90'],
    },
  },
  performance: performanceCase([], ['Sharpe ratio', '2.31', 'Profit factor']),
  months: performanceCase(['Months'], ['2024', '21.74']),
  breakdown: performanceCase(['Breakdown'], ['NVDA', '8,140'], ['NVDA']),
  'platform statistics': {
    route: 'review',
    tab: 'Performance',
    press: ['Platform'],
    root: 'section[aria-label="Performance review"]',
    states: {
      empty: impossible('a strategy that was read has statistics'),
      loading: ['Reading…'],
      'never-read': [],
      stale: [],
      offline: [],
      failed: [],
      'refresh-failed': [],
      full: ['Annual return', '18.40'],
      long: ['Annual return'],
    },
  },
  'time machine': {
    route: 'review',
    tab: 'Time machine',
    root: '.machine',
    states: {
      ...localFileStates,
      empty: ['No past readings yet', 'From now on'],
      loading: ['Loading past readings…'],
      failed: [],
      'refresh-failed': [],
      full: ['Select a reading', 'changes'],
      long: ['Select a reading'],
    },
  },
  day: {
    route: 'review',
    tab: 'Day',
    root: '.panel:has([aria-label="Activity of the day"])',
    states: {
      empty: ['No fills', 'No canceled orders'],
      loading: ['Reading the day…'],
      'never-read': ['Unknown'],
      stale: [],
      offline: [],
      failed: [],
      'refresh-failed': [],
      full: ['Filled', 'AAPL'],
      long: ['GOOGL2620C1182.5'],
    },
  },
  notes: {
    route: 'review',
    tab: 'Day',
    root: '.editor',
    states: {
      ...localFileStates,
      empty: impossible('the demo has a note of this day'),
      loading: ['Reading the note…'],
      failed: [],
      'refresh-failed': [],
      full: ['Slow morning'],
      long: ['what the trader has to do next'],
    },
  },
  strategies: {
    route: 'strategies',
    dataset: 'strategies',
    root: '.panel:has([role="grid"][aria-label="Strategies"])',
    states: {
      empty: ['No strategies', 'The platform lists no strategy for this key'],
      loading: ['Reading the strategies…'],
      'never-read': { sees: ['Strategies unknown', 'connection refused'], because: noFailureTime },
      stale: [],
      offline: { sees: ['Harbor Swing', 'connection refused'], because: noFailureTime },
      failed: [],
      'refresh-failed': [],
      full: ['Harbor Swing', 'Copper Coast Futures'],
      long: ['Harbor Swing'],
    },
  },
  'strategy details': {
    route: 'strategies',
    root: details,
    states: {
      empty: impossible('a strategy that was read has details'),
      loading: ['Harbor Swing'],
      'never-read': ['Harbor Swing'],
      stale: [],
      offline: [],
      failed: [],
      'refresh-failed': [],
      full: ['Harbor Swing', 'Monthly fee', 'Starting capital'],
      long: ['Harbor Swing', 'Monthly fee'],
    },
  },
  subscribers: {
    route: 'strategies',
    press: ['Subscribers'],
    root: 'section[aria-label="Subscribers"]',
    states: {
      empty: ['No subscribers', 'The platform lists no subscribers'],
      loading: ['Reading the subscribers…'],
      'never-read': ['Subscribers unknown'],
      stale: [],
      offline: [],
      failed: [],
      'refresh-failed': [],
      full: ['Ada', 'Brenner', 'Austria', '2025-01-14', 'Expected next bills', 'cannot end subscriptions'],
      long: ['Transcontinental'],
    },
  },
  roster: {
    route: 'strategies',
    press: ['Roster'],
    root: '.panel:has([role="grid"][aria-label="Roster"])',
    states: {
      empty: ['The roster is empty'],
      loading: ['Reading the roster…'],
      'never-read': { sees: ['Roster unknown', 'connection refused'], because: noFailureTime },
      stale: [],
      offline: { sees: ['Granite Trend', 'connection refused'], because: noFailureTime },
      failed: [],
      'refresh-failed': onlyByPress,
      full: ['Granite Trend', 'graniteworks'],
      long: ['Granite Trend'],
    },
  },
  subscriptions: {
    route: 'strategies',
    press: ['Subscriptions'],
    dataset: 'strategies',
    root: '.panel:has([role="grid"][aria-label="Subscriptions"])',
    states: {
      empty: ['No subscriptions', 'You subscribe to no strategy'],
      loading: ['Reading the subscriptions…'],
      'never-read': { sees: ['Subscriptions unknown', 'connection refused'], because: noFailureTime },
      stale: [],
      offline: { sees: ['Meridian Futures Trend', 'connection refused'], because: noFailureTime },
      failed: ['Try again'],
      'refresh-failed': [],
      full: ['Meridian Futures Trend', 'Current', 'Fees $79.00 a month'],
      long: ['Meridian Futures Trend'],
    },
  },
  people,
  copies: {
    route: 'autotrade',
    root: '.panel:has([role="grid"][aria-label="Copies at brokers"])',
    states: {
      ...localFileStates,
      empty: ['No copy is known here', 'Choose a broker below'],
      loading: ['Loading…'],
      failed: ['Try again'],
      'refresh-failed': [],
      full: ['Linked', 'Set elsewhere', 'not known here', '4 copies'],
      long: ['Linked'],
    },
  },
  brokers: {
    route: 'autotrade',
    root: '.brokers .panel',
    states: {
      empty: ['The platform lists no broker for this strategy.', 'I have a code'],
      loading: ['The brokers of this strategy were not read yet'],
      'never-read': ['The brokers of this strategy were not read yet'],
      stale: ['Harbor Securities'],
      offline: ['Harbor Securities'],
      failed: [],
      'refresh-failed': ['Harbor Securities'],
      full: ['Harbor Securities', 'Preferred', 'It does not trade stocks, options.', 'Updated'],
      long: ['Harbor Securities'],
    },
  },
  activity: {
    route: 'activity',
    root: '.panel:has([role="grid"][aria-label="Activity"])',
    states: {
      ...localFileStates,
      empty: ['No requests yet'],
      loading: ['Loading…'],
      failed: [],
      'refresh-failed': [],
      full: ['5 signals', 'No answer'],
      long: ['5 signals'],
    },
  },
  changes: {
    route: 'activity',
    press: ['Changes'],
    root: '.panel:has([role="grid"][aria-label="Changes"])',
    states: {
      ...localFileStates,
      empty: ['No changes yet', 'are listed here'],
      loading: ['Loading…'],
      failed: ['Try again'],
      'refresh-failed': [],
      full: ['Confirmed', '91000001', '5 changes'],
      long: ['Confirmed'],
    },
  },
  'practice market': {
    route: 'trade',
    root: '.market',
    states: {
      ...localDataStates,
      empty: impossible('a practice market has instruments'),
      failed: impossible('it is sent by the practice service, not read'),
      full: ['MSFT', '401.35', 'Simulated prices'],
      long: ['GOOGL2620C1182.5'],
    },
  },
  settings: {
    route: 'settings',
    root: '.settings',
    states: {
      ...localDataStates,
      empty: impossible('every setting has a value'),
      failed: impossible('each card that reads something is a panel of its own'),
      full: ['Order limits', 'Hotkeys', 'Appearance'],
      long: ['Order limits'],
    },
  },
  connections: {
    route: 'settings',
    root: card('Connections'),
    states: {
      ...localFileStates,
      empty: impossible('there is always the practice connection'),
      loading: ['Reading the connections…'],
      failed: [],
      'refresh-failed': onlyByPress,
      full: ['Practice', 'Practice (operator)', 'Firm desk', 'https://desk.example.com'],
      long: ['Firm desk', '/of/the/third/version'],
    },
  },
  storage: {
    route: 'settings',
    root: card('Storage'),
    states: {
      ...localFileStates,
      empty: ['Downloaded data'],
      loading: ['Counting…'],
      failed: [],
      'refresh-failed': onlyByPress,
      full: ['Downloaded data', 'Never cleared'],
      long: ['Downloaded data'],
    },
  },
  bundle: {
    route: 'settings',
    dataset: 'strategies',
    press: ['Make a bundle…'],
    root: '[role="dialog"]',
    states: {
      'never-read': impossible('it has the strategies that were read'),
      stale: impossible('it has the strategies that were read'),
      offline: impossible('it is made of stored data'),
      loading: ['Reading the strategies…'],
      failed: [],
      'refresh-failed': impossible('it has the strategies that were read'),
      empty: ['No stored strategies yet'],
      full: ['Harbor Swing', 'Past readings'],
      long: ['Harbor Swing'],
    },
  },
  'top bar': {
    route: 'trade',
    root: 'header.top',
    states: {
      empty: ['Harbor Swing', 'Updated'],
      loading: impossible('it shows status and ages, which are sent to it'),
      'never-read': { sees: ['no answer for 21 min', 'connection refused'], because: ownWordsOfBar },
      stale: { sees: ['Updated 3 min ago'], because: ownWordsOfBar },
      offline: { sees: ['no answer for 21 min', 'connection refused'], because: ownWordsOfBar },
      failed: impossible('it shows status and ages, which are sent to it'),
      'refresh-failed': impossible('it shows status and ages, which are sent to it'),
      full: ['Harbor Swing', 'answered 2 s ago', '1 unknown', '2 unprotected'],
      long: ['Harbor Swing'],
    },
  },
  alarms: {
    route: 'strategies',
    flags: ['trouble'],
    root: 'section[aria-label="Alarms"]',
    states: {
      empty: impossible('without an alarm there is no bar'),
      loading: impossible('without an alarm there is no bar'),
      'never-read': impossible('without an alarm there is no bar'),
      failed: impossible('without an alarm there is no bar'),
      stale: impossible('an alarm is of an event, not of a reading'),
      offline: impossible('an alarm is of an event, not of a reading'),
      'refresh-failed': impossible('the orders panel shows the failure'),
      full: ['Show order', 'and'],
      long: ['Show order'],
    },
  },
  notices: {
    route: 'trade',
    flags: ['notices'],
    press: ['Notices, 3'],
    root: '.notices',
    states: {
      ...localDataStates,
      empty: impossible('the case has notices'),
      failed: impossible('they are sent by the program, not read'),
      full: ['An order has no answer', 'Filled'],
      long: ['An order has no answer', '00000000-0000-4000-8000-00000000b001.json'],
    },
  },
};
