import type { ExitKind } from '#renderer/orders/positions/exit-form.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';
import type { GalleryCase } from './gallery-case.ts';
import { reviewCases } from './review-cases.ts';

const bracket = {
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  instrument: 'stock',
  kind: 'limit',
  limit: '182.50',
  profitTarget: '189',
  stopLoss: '178.20',
  duration: 'GTC',
} as const;

const openExit =
  (kind: ExitKind) =>
  ({ exits }: App) =>
    exits.open({ kind, positionId: 'JPM' });
const openPanicPlan = ({ exits }: App) => exits.open({ kind: 'flatten' });

const entry = {
  action: 'BTO',
  symbol: 'AAPL',
  instrument: 'stock',
  kind: 'limit',
  limit: '182.50',
  stop: '',
  duration: 'DAY',
} as const;

/** The first rendering of the Activity page throws. */
function failOnce({ activity, router }: App): void {
  const { list } = activity;
  let isFirst = true;
  Object.defineProperty(activity, 'list', {
    get() {
      if (!isFirst) return list;
      isFirst = false;
      throw new Error('The list has no rows.');
    },
  });
  router.go('activity');
}

/** A draft for starting AutoTrade in which only the account is missing. */
const startDraft = {
  brokerCode: 'HARBOR_ADVISOR',
  scaling: '40',
  maxDollars: '5000',
  maxOption: '2',
  maxFuture: '4',
  maxForex: '',
  stopLoss: '500',
  enabled: { stock: true, option: true, future: true, forex: true },
  shortOptions: 'no',
  manualTrades: 'no',
  join: 'yes',
};

/** The dialog that stages a change, with the fields of one kind of change. */
const changeDialogCase = (name: string, kindLabel: string): GalleryCase => ({
  ...{ name: `people-add-${name}`, route: 'people', options: { platform: true } },
  ...{ press: ['Changes (4)', 'Add…'], choose: ['Change', kindLabel] },
});

export const galleryCases: readonly GalleryCase[] = [
  { name: 'trade', route: 'trade', prepare: ({ ticket }) => ticket.change(bracket) },
  {
    name: 'trade-live',
    route: 'trade',
    options: { mode: 'LIVE' },
    prepare: ({ ticket }) => ticket.change(bracket),
  },
  { name: 'trade-empty', route: 'trade', options: { data: 'empty' } },
  { name: 'trade-offline', route: 'trade', options: { data: 'offline' } },
  { name: 'trade-not-opened', route: 'trade', options: { mode: 'LIVE', data: 'not-opened' } },
  { name: 'trade-starting', route: 'trade', options: { data: 'starting' } },
  { name: 'page-failed', route: 'settings', prepare: failOnce },
  {
    name: 'ticket-errors',
    route: 'trade',
    prepare: ({ ticket }) => {
      ticket.change({ ...bracket, quantity: '1.5', limit: '1,234', stopLoss: '1e2', profitTarget: '189,5' });
      ticket.checkComplete();
    },
  },
  {
    name: 'ticket-confirm',
    route: 'trade',
    prepare: ({ ticket }) => ticket.change({ ...bracket, quantity: '2k' }),
    press: ['Send order'],
  },
  { name: 'ticket-template', route: 'trade', prepare: ({ ticket }) => ticket.change({ ...entry, quantity: '100' }) },
  {
    name: 'ticket-naked',
    route: 'trade',
    prepare: ({ ticket }) => ticket.change({ ...entry, quantity: '100', bracket: false }),
  },
  {
    name: 'ticket-links',
    route: 'trade',
    prepare: ({ ticket }) =>
      ticket.change({
        ...bracket,
        waits: { how: 'parent', parent: { ...entry, symbol: 'SPY', quantity: '10', limit: '677' } },
        group: { how: 'id', id: '9007199254740993' },
        parkUntil: '15:30',
        keepBothAlive: true,
      }),
  },
  {
    name: 'ticket-replace',
    route: 'trade',
    prepare: ({ ticket }) =>
      ticket.load({
        ...bracket,
        action: 'STC',
        kind: 'stop',
        stop: '180.40',
        replaces: { serviceId: '148220803', label: 'STC 100 AAPL STP 178.20 GTC', leaveOcaIntact: true },
      }),
  },
  {
    name: 'ticket-option',
    route: 'trade',
    prepare: ({ ticket }) =>
      ticket.change({ ...entry, symbol: 'SPY2620C680', instrument: 'option', quantity: '5', limit: '7.80' }),
    press: ['Build…'],
  },
  {
    name: 'ticket-future',
    route: 'trade',
    prepare: ({ ticket }) =>
      ticket.change({
        ...entry,
        action: 'SSHORT',
        symbol: '@ESH6',
        instrument: 'future',
        quantity: '2',
        kind: 'market',
      }),
  },
  {
    name: 'ticket-size',
    route: 'trade',
    prepare: ({ ticket }) => ticket.change({ ...entry, quantity: '100' }),
    press: ['Size from risk…'],
  },
  {
    name: 'ticket-sent',
    route: 'trade',
    prepare: ({ ticket }) => ticket.change(bracket),
    press: ['Send order', 'Confirm order'],
  },
  { name: 'staged', route: 'trade', tab: 'Staged' },
  { name: 'target', route: 'trade', tab: 'Target' },
  { name: 'target-review', route: 'trade', tab: 'Target', press: ['Review list…'] },
  { name: 'target-flat', route: 'trade', tab: 'Target', press: ['Hold nothing…'] },
  { name: 'target-lists', route: 'trade', tab: 'Target', press: ['Lists…'] },
  { name: 'target-weights', route: 'trade', tab: 'Target', press: ['Weights…'] },
  { name: 'target-add', route: 'trade', tab: 'Target', press: ['Add symbol…'] },
  { name: 'target-contradicted', route: 'trade', tab: 'Target', options: { trouble: true } },
  { name: 'alarms', route: 'strategies', options: { trouble: true } },
  {
    name: 'decide-absent',
    route: 'trade',
    options: { trouble: true },
    prepare: ({ signals }) => signals.showDetails('j21'),
  },
  {
    name: 'decide-candidates',
    route: 'trade',
    options: { trouble: true },
    prepare: ({ signals }) => signals.showDetails('j22'),
  },
  {
    name: 'decide-exposed',
    route: 'trade',
    options: { trouble: true },
    prepare: ({ signals }) => signals.showDetails('j23'),
  },
  {
    name: 'decide-echo',
    route: 'trade',
    options: { trouble: true },
    prepare: ({ signals }) => signals.showDetails('j24'),
  },
  { name: 'unreadable', route: 'trade', options: { trouble: true }, press: ['1 of 3 could not be read'] },
  { name: 'signal-unknown', route: 'trade', prepare: ({ signals }) => signals.showDetails('j1') },
  { name: 'signal-rejected', route: 'trade', prepare: ({ signals }) => signals.showDetails('j2') },
  { name: 'signal-working', route: 'trade', prepare: ({ signals }) => signals.showDetails('s802') },
  { name: 'signal-option', route: 'trade', prepare: ({ signals }) => signals.showDetails('s1') },
  { name: 'signal-canceled', route: 'trade', prepare: ({ signals }) => signals.showDetails('s688') },
  { name: 'signal-expired', route: 'trade', prepare: ({ signals }) => signals.showDetails('s690') },
  { name: 'signal-traded', route: 'trade', prepare: ({ signals }) => signals.showDetails('s801') },
  { name: 'cancel', route: 'trade', press: ['Cancel all'] },
  { name: 'shortcuts', route: 'trade', prepare: ({ actions }) => actions.get('help.shortcuts')?.run() },
  { name: 'signals-presets', route: 'trade', press: ['Presets'] },
  { name: 'signals-export', route: 'trade', press: ['Export orders'] },
  { name: 'signals-columns', route: 'trade', press: ['Columns'] },
  { name: 'position-close', route: 'trade', prepare: openExit('close') },
  { name: 'position-scale', route: 'trade', prepare: openExit('scale-out') },
  { name: 'position-reverse', route: 'trade', prepare: openExit('reverse') },
  { name: 'position-protect', route: 'trade', prepare: openExit('protect') },
  { name: 'position-keep', route: 'trade', prepare: openExit('keep-overnight') },
  { name: 'desk-release', route: 'trade', options: { guard: 'killed' }, press: ['Release…'] },
  { name: 'desk-killed', route: 'review', options: { guard: 'killed' } },
  { name: 'desk-armed', route: 'trade', options: { guard: 'armed' } },
  { name: 'panic', route: 'trade', prepare: openPanicPlan },
  {
    name: 'panic-running',
    route: 'trade',
    options: { exit: 'running' },
    prepare: openPanicPlan,
  },
  {
    name: 'panic-flat',
    route: 'trade',
    options: { exit: 'flat' },
    prepare: openPanicPlan,
    press: ['Flatten all'],
  },
  {
    name: 'panic-residue',
    route: 'trade',
    options: { exit: 'residue' },
    prepare: openPanicPlan,
    press: ['Flatten all'],
  },
  {
    name: 'panic-outdated',
    route: 'trade',
    options: { exit: 'outdated' },
    prepare: openPanicPlan,
    press: ['Flatten all'],
  },
  { name: 'exit-interrupted', route: 'trade', options: { exit: 'interrupted' } },
  {
    name: 'key-order',
    route: 'trade',
    prepare: ({ quickOrder }) => quickOrder.open({ ...emptyDraft, ...bracket }, 'Buy AAPL'),
  },
  {
    name: 'key-order-blank',
    route: 'trade',
    prepare: ({ quickOrder }) =>
      quickOrder.open({ ...emptyDraft, ...bracket, limit: '' }, 'Buy, limit at your last fill price − offset AAPL'),
  },
  { name: 'palette', route: 'trade', press: ['Command palette, Ctrl+K'] },
  { name: 'notices', route: 'trade', options: { notices: true }, press: ['Notices, 3'] },
  { name: 'secondary', route: 'trade', options: { secondary: true } },
  ...reviewCases,
  { name: 'strategies', route: 'strategies' },
  {
    name: 'strategies-full-sync',
    route: 'strategies',
    options: {
      fullSync: {
        state: 'waiting',
        dataset: 'signalsAll',
        from: 1_696_000_000,
        to: 1_703_776_000,
        done: 17,
        total: 26,
        records: 21_480,
        secondsLeft: 132,
        refused: ['subscribers'],
        text: 'It continues when the window is visible.',
      },
    },
  },
  { name: 'strategies-option-target', route: 'strategies', options: { holdsOptions: true } },
  { name: 'strategies-trade-check', route: 'strategies', press: ['Compare trades'] },
  { name: 'strategies-new', route: 'strategies', press: ['New…'] },
  { name: 'strategies-edit', route: 'strategies', press: ['Edit…'] },
  {
    name: 'strategies-edit-plan',
    route: 'strategies',
    press: ['Undo Monthly fee $49 → $59 · Free trial, days 7 → 14', 'Review plan'],
  },
  { name: 'strategies-clone', route: 'strategies', press: ['Clone…'] },
  { name: 'strategies-starting', route: 'strategies', options: { data: 'starting' } },
  { name: 'strategies-subscribers', route: 'strategies', press: ['Subscribers'] },
  { name: 'subscribers-timeline', route: 'strategies', press: ['Subscribers', 'Timeline'] },
  { name: 'subscribers-between', route: 'strategies', press: ['Subscribers', 'Changes between readings'] },
  { name: 'subscribers-end', route: 'strategies', options: { platform: true }, press: ['Subscribers', 'End at…'] },
  { name: 'strategies-roster', route: 'strategies', press: ['Roster'] },
  { name: 'strategies-subscriptions', route: 'strategies', press: ['Subscriptions'] },
  {
    name: 'strategies-subscriptions-empty',
    route: 'strategies',
    options: { strategies: 'empty' },
    press: ['Subscriptions'],
  },
  { name: 'strategies-subscription-end', route: 'strategies', press: ['Subscriptions', 'End…'] },
  {
    name: 'strategies-subscription-end-again',
    route: 'strategies',
    options: { trouble: true },
    press: ['Subscriptions', 'End…'],
  },
  { name: 'autotrade', route: 'autotrade' },
  { name: 'autotrade-platform', route: 'autotrade', options: { platform: true } },
  { name: 'autotrade-empty', route: 'autotrade', options: { data: 'empty' } },
  { name: 'autotrade-start', route: 'autotrade', press: ['Start at Harbor Advisor'] },
  { name: 'people', route: 'people', options: { platform: true } },
  { name: 'people-licenses', route: 'people', options: { platform: true }, press: ['Licenses'] },
  { name: 'people-subscriptions', route: 'people', options: { platform: true }, press: ['Subscriptions'] },
  { name: 'people-strategies', route: 'people', options: { platform: true }, press: ['Strategies'] },
  { name: 'people-history', route: 'people', options: { platform: true }, press: ['History'] },
  { name: 'people-empty', route: 'people', options: { platform: true, data: 'empty' } },
  { name: 'people-no-platform', route: 'people' },
  {
    name: 'autotrade-account',
    route: 'autotrade',
    options: {
      preferences: { views: { 'autotrade.practice.start.91000001.HARBOR_ADVISOR': JSON.stringify(startDraft) } },
    },
    press: ['Start at Harbor Advisor', 'Next', 'Next', 'Next', 'Show optional fields'],
  },
  { name: 'people-changes', route: 'people', options: { platform: true }, press: ['Changes (4)'] },
  changeDialogCase('license-create', 'Create license'),
  changeDialogCase('license-recurring', 'License: recurring billing'),
  changeDialogCase('license-method', 'License: payment method'),
  changeDialogCase('subscription-begin', 'Begin subscription'),
  changeDialogCase('subscription-end', 'End subscription'),
  changeDialogCase('user-delete', 'Delete person'),
  { name: 'people-change-run', route: 'people', options: { platform: true }, press: ['Changes (4)', 'Last run'] },
  { name: 'activity', route: 'activity' },
  { name: 'activity-empty', route: 'activity', options: { data: 'starting' } },
  { name: 'activity-changes', route: 'activity', press: ['Changes'] },
  { name: 'activity-changes-empty', route: 'activity', options: { data: 'starting' }, press: ['Changes'] },
  { name: 'settings', route: 'settings' },
  { name: 'settings-storage', route: 'settings', press: ['Clear downloaded data of Practice'] },
  { name: 'settings-probe', route: 'settings', press: ['Test…'] },
  { name: 'settings-profile', route: 'settings', press: ['Change my profile…'] },
  { name: 'settings-connection', route: 'settings', press: ['Add connection'] },
  { name: 'settings-connection-platform', route: 'settings', press: ['Add connection', 'Private platform'] },
];
