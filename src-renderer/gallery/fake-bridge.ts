import type { Bridge } from '#contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutcome } from '#contract/commands.ts';
import type { EventName, EventParams, EventPayload } from '#contract/events.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import type { SignalState } from '#contract/model/signal.ts';
import type { ProbeFacts } from '#contract/model/probe.ts';
import { withChange } from '#contract/preference-change.ts';
import { done, failed } from '#contract/outcome.ts';
import { dateText } from '#renderer/format/time-text.ts';
import { initialPreferences } from '#renderer/stores/initial-preferences.ts';
import { demoLinks, demoPlan, demoRehearsal } from './demo-autotrade.ts';
import { demoPersonPlan, demoStrategyChanges, demoStrategyPlan, demoUnfinishedClones } from './demo-own-strategies.ts';
import { demoSubscriptionPlan, demoSubscriptions } from './demo-subscriptions.ts';
import { demoBrokers } from './demo-brokers.ts';
import { demoActivity } from './demo-activity.ts';
import { demoChanges } from './demo-changes.ts';
import { demoChangePlan, demoChangeSet, demoImport } from './demo-change-set.ts';
import { demoNow } from './demo-clock.ts';
import { demoBundle, demoBundleState } from './demo-bundle.ts';
import { demoDesired, guardOf } from './demo-desk.ts';
import { demoExitFor, demoProgress, demoUnfinishedExit } from './demo-exit.ts';
import { demoDifferences, demoMoments, demoPast } from './demo-history.ts';
import { withLongTexts } from './demo-long.ts';
import { demoMarket } from './demo-market.ts';
import { demoNotes } from './demo-notes.ts';
import { statesWithRows, type DemoOptions } from './demo-options.ts';
import { demoPeopleList, demoPeopleState, demoPerson } from './demo-platform-people.ts';
import { demoRosterList } from './demo-people.ts';
import { demoReadings, demoSubscriberChanges, demoSubscribers, demoSubscriberHistory } from './demo-subscribers.ts';
import { demoOrderRehearsal, demoPreview, demoTicket } from './demo-preview.ts';
import { demoEmptyReport, demoReport } from './demo-report.ts';
import { demoStaged, demoSignals, demoTrouble } from './demo-signals.ts';
import { demoStrategyState, demoListAge, demoProfiles, demoStatus, demoStrategyList } from './demo-status.ts';
import { demoStorage } from './demo-storage.ts';
import { demoDetails } from './demo-strategies.ts';
import { demoDrafts, demoSentTargets, demoTargetPlan, demoTargetProgress, demoTargetRehearsal } from './demo-target.ts';
import { demoUnreadable } from './demo-unreadable.ts';
import {
  demoComponents,
  demoEquity,
  demoOptionTrades,
  demoPositions,
  demoTradeCheck,
  demoTrades,
} from './demo-trades.ts';

type Handlers = { [Name in CommandName]: (input: CommandInput<Name>) => CommandOutcome<Name> };
type Snapshots = { [Name in EventName]: (params: EventParams<Name>) => EventPayload<Name> };

const demoProbe: ProbeFacts = {
  at: 1_772_461_805,
  systemId: '91000001',
  reuseRefused: true,
  reuseTitle: 'Duplicate signalid',
  okForms: [{ step: 'enter', ok: '"1"', title: '' }],
  ownIdsInLists: true,
  visibleAfterMs: 1_020,
  cancelAgainTitle: 'Signal already canceled',
  cancelUnknownTitle: 'Unknown signal',
  clean: true,
};

/**
 * The commands that wait in the demo state `loading`, fail in `failed`, and have long texts in
 * `long`. In `refresh-failed` they are answered at first, and fail after a change of the data. All
 * other commands are answered in every state.
 */
const stateCommands: ReadonlySet<CommandName> = new Set([
  'strategies.list',
  'strategies.details',
  'signals.list',
  'signals.windows',
  'positions.list',
  'trades.query',
  'trades.sum',
  'history.moments',
  'equity.get',
  'subscribers.list',
  'subscribers.readings',
  'subscribers.changes',
  'subscribers.history',
  'subscriptions.list',
  'autotrade.links',
  'brokers.list',
  'roster.list',
  'people.list',
  'changes.get',
  'review.report',
  'activity.query',
  'acts.list',
  'notes.list',
  'notes.get',
  'orders.staged',
  'desired.get',
  'storage.report',
  'profiles.list',
]);
/** The commands that depend on the demo option `strategies`; all others depend on `data`. */
const strategiesCommands: ReadonlySet<CommandName> = new Set(['strategies.list', 'subscriptions.list']);
/** The events after which the window reads its data again. */
const refreshEvents: ReadonlySet<EventName> = new Set([
  'strategy.changed',
  'strategies.changed',
  'people.changed',
  'notes.changed',
  'activity.changed',
  'acts.changed',
  'changes.changed',
]);
/** Events that get long texts in the demo state `long`. */
const eventsWithLongTexts: ReadonlySet<EventName> = new Set(['status.changed', 'practice.changed']);
const finalStates: ReadonlySet<SignalState> = new Set(['traded', 'canceled', 'expired', 'rejected', 'abandoned']);
const demoStorageError = 'The stored data could not be read: EIO, input/output error.';

const noShortcuts = { available: true, registered: [], rejected: [], unconfirmed: [], press: null };

/** A bridge with fixed answers for the gallery and its pictures. It sends nothing. */
export class FakeBridge implements Bridge {
  readonly #options: DemoOptions;
  /** True after an exit was refused as outdated: the next plan then has one row fewer. */
  #isExitOutdated = false;
  #preferences: Preferences;
  /** The revision of all data. */
  #revision = 1;
  readonly #listeners = new Set<(preferences: Preferences) => void>();
  readonly #handlers: Handlers;
  readonly #snapshots: Snapshots;

  constructor(options: DemoOptions) {
    this.#options = options;
    this.#preferences = { ...initialPreferences, ...options.preferences };
    this.#handlers = {
      ...this.#reads(),
      ...this.#ordersAndSync(),
      ...this.#autoTrade(),
      ...this.#strategiesAndPeople(),
      ...this.#desk(),
      ...this.#settings(),
      ...demoNotes,
      ...demoBundle,
    };
    this.#snapshots = {
      'status.changed': () => demoStatus(options),
      'preferences.changed': () => this.#preferences,
      'strategies.changed': () => ({ revision: this.#revision, ...demoListAge(options) }),
      'people.changed': () => demoPeopleState(options.data, this.#revision),
      'strategy.changed': ({ systemId }) => demoStrategyState(systemId, options, this.#revision),
      'shortcuts.changed': () => noShortcuts,
      'notes.changed': () => ({ revision: this.#revision }),
      'bundle.changed': () => demoBundleState(options),
      'activity.changed': () => ({ revision: this.#revision }),
      'acts.changed': () => ({ revision: this.#revision }),
      'changes.changed': () => ({ revision: this.#revision }),
      'practice.changed': () => demoMarket,
      'desk.changed': () => guardOf(options),
      'exit.changed': ({ systemId }) => ({
        progress: demoProgress(systemId, options.exit),
        unfinished: demoUnfinishedExit(systemId, options.exit),
      }),
      'desired.changed': ({ systemId }) => demoDesired(systemId, this.#options),
      'target-progress.changed': () => ({ progress: this.#hasRows ? demoTargetProgress : null }),
    };
  }

  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutcome<Name>> {
    // Tests read these marks to see which calls a press makes.
    performance.mark(`bridge ${name}`);
    const state = strategiesCommands.has(name) ? this.#options.strategies : this.#options.data;
    if (state === 'loading' && stateCommands.has(name)) return new Promise(() => undefined);
    const isUnreadable = state === 'failed' || (state === 'refresh-failed' && this.#revision > 1);
    if (isUnreadable && stateCommands.has(name)) return Promise.resolve(failed('internal', demoStorageError));
    const outcome = this.#handlers[name](input);
    return Promise.resolve(state === 'long' && stateCommands.has(name) ? withLongTexts(outcome) : outcome);
  }

  on<Name extends EventName>(
    name: Name,
    params: EventParams<Name>,
    receive: (payload: EventPayload<Name>) => void,
  ): () => void {
    const snapshot = this.#snapshots[name](params);
    receive(this.#options.data === 'long' && eventsWithLongTexts.has(name) ? withLongTexts(snapshot) : snapshot);
    if (refreshEvents.has(name)) this.#notifyLater(() => receive(this.#snapshots[name](params)));
    if (name !== 'preferences.changed') return () => undefined;
    const notify = (): void => receive(this.#snapshots[name](params));
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  }

  /**
   * In the state `refresh-failed`, reports a change soon after the window has read its data. The
   * window then reads again, and that fails.
   */
  #notifyLater(notify: () => void): void {
    const { data, strategies } = this.#options;
    if (data !== 'refresh-failed' && strategies !== 'refresh-failed') return;
    setTimeout(() => {
      this.#revision = 2;
      notify();
    }, 100);
  }

  get #hasRows(): boolean {
    return statesWithRows.has(this.#options.data);
  }

  get #isUnread(): boolean {
    return this.#options.data === 'starting' || this.#options.data === 'never-read';
  }

  #reads() {
    return {
      'strategies.list': () => done(demoStrategyList(this.#options)),
      'strategies.details': ({ systemId }) =>
        done(this.#isUnread ? { details: null, margin: null } : demoDetails(systemId)),
      'signals.list': ({ scope }) => {
        const all = this.#options.trouble ? [...demoTrouble, ...demoSignals] : demoSignals;
        const listed = all.filter((one) => scope === 'all' || !finalStates.has(one.state));
        const signals = this.#hasRows ? listed : [];
        const unreadable = this.#options.trouble ? [demoUnreadable] : [];
        return done({ signals, total: signals.length, revision: 1, unreadable });
      },
      'signals.windows': () => done({ windows: this.#isUnread ? [] : [{ from: 0, to: demoNow - 31 }] }),
      'positions.list': () => done(this.#hasRows ? [...demoPositions] : []),
      'positions.point-values': () => done({ values: {} }),
      'trades.query': ({ offset, limit, filter }) => {
        const within = (at: number | null, { from, to }: { from: string | null; to: string | null }): boolean =>
          (from === null && to === null) ||
          (at !== null && dateText(at, 'ET') >= (from ?? '') && dateText(at, 'ET') <= (to ?? '9'));
        const found = (this.#options.holdsOptions ? demoOptionTrades : demoTrades).filter(
          (trade) =>
            (filter.status === 'all' || trade.open === (filter.status === 'open')) &&
            within(trade.openedAt, filter.opened) &&
            within(trade.closedAt, filter.closed),
        );
        const trades = this.#hasRows ? found : [];
        return done({ trades: trades.slice(offset, offset + limit), total: trades.length, revision: 1 });
      },
      'trades.sum': () => {
        const trades = this.#hasRows ? demoTrades : [];
        const closed = trades.filter(({ open }) => !open).length;
        const noProfits = { wins: 0, losses: 0, closedProfit: '0', openProfit: '0', withoutProfitCount: trades.length };
        const sums = { ...noProfits, count: trades.length, open: trades.length - closed, closed };
        return done({ sums, revision: 1 });
      },
      'trades.check': () => done(demoTradeCheck),
      'trades.components': ({ tradeId }) => done({ components: demoComponents(tradeId) }),
      'history.moments': () => done({ moments: this.#hasRows ? [...demoMoments] : [], total: this.#hasRows ? 60 : 0 }),
      'history.account': ({ at }) => done(demoPast(at)),
      'history.compare': () => done({ differences: [...demoDifferences] }),
      'equity.get': ({ systemId }) =>
        done(
          this.#hasRows
            ? demoEquity(systemId)
            : { systemId, times: [], withCost: [], raw: [], index: [], indexScale: null, fees: [] },
        ),
      'equity.plans': () => done({ plan: null, stored: ['perShare'] }),
      'equity.choose': ({ plan }) => done({ plan, stored: ['perShare'] }),
      'subscriptions.list': () =>
        done({ subscriptions: statesWithRows.has(this.#options.strategies) ? [...demoSubscriptions] : [] }),
      'subscriptions.plan': ({ request }) => done(demoSubscriptionPlan(request, this.#options.trouble)),
      'subscriptions.send': () => failed('unknown-plan', { code: 'subscription.unknown-plan' }),
      'review.report': () => done(this.#hasRows ? demoReport : demoEmptyReport),
      'acts.list': () => done({ acts: this.#hasRows ? [...demoChanges] : [] }),
      'activity.query': ({ offset, limit }) => {
        const entries = this.#isUnread || this.#options.data === 'empty' ? [] : demoActivity(this.#options.mode);
        return done({ entries: entries.slice(offset, offset + limit), total: entries.length });
      },
    } satisfies Partial<Handlers>;
  }

  #strategiesAndPeople() {
    return {
      'roster.list': () => done(demoRosterList(this.#options.data)),
      'subscribers.list': () => done({ subscribers: this.#hasRows ? [...demoSubscribers] : [] }),
      'subscribers.readings': () => done({ readings: this.#hasRows ? [...demoReadings] : [] }),
      'subscribers.changes': () => done({ changes: [...demoSubscriberChanges] }),
      'subscribers.history': () => done({ steps: [...demoSubscriberHistory] }),
      'people.list': () => done(demoPeopleList(this.#options.data)),
      'people.get': ({ personId }) => demoPerson(personId),
      'changes.get': () => demoChangeSet(this.#hasRows),
      'changes.add': () => failed('not-stored', { code: 'change.not-stored' }),
      'changes.remove': () => done({}),
      'changes.clear': () => done({}),
      'changes.import': demoImport,
      'changes.plan': () => done(demoChangePlan),
      'changes.apply': () => failed('unknown-plan', { code: 'change.unknown-plan' }),
      'changes.pause': () => failed('not-running', { code: 'change.not-running' }),
      'changes.resume': () => failed('not-paused', { code: 'change.not-paused' }),
      'own-strategies.changes': () =>
        done({
          changes: this.#hasRows ? [...demoStrategyChanges] : [],
          unfinished: this.#hasRows ? [...demoUnfinishedClones] : [],
        }),
      'own-strategies.plan': ({ request }) => done(demoStrategyPlan(request)),
      'own-strategies.send': () => failed('unknown-plan', { code: 'strategy.unknown-plan' }),
      'person.get': () =>
        done({
          personId: '7001',
          source: 'strategy',
          screenName: 'harbor',
          lastChange: { at: demoNow - 7_200, state: 'DONE' },
        }),
      'person.plan': ({ request }) => done(demoPersonPlan(request)),
      'person.send': () => failed('unknown-plan', { code: 'person.unknown-plan' }),
    } satisfies Partial<Handlers>;
  }

  #autoTrade() {
    return {
      'brokers.list': () =>
        done({
          brokers: this.#hasRows
            ? demoBrokers
            : this.#options.data === 'empty'
              ? { ...demoBrokers, choices: [] }
              : null,
          readAt: this.#hasRows ? demoNow - 120 : null,
          failure: null,
          traded: ['stock', 'option', 'future', 'forex'],
          accountValue: this.#hasRows ? '107127' : null,
        }),
      'brokers.read': () => done({}),
      'autotrade.links': () => done({ links: this.#hasRows ? [...demoLinks] : [] }),
      'autotrade.plan': ({ request }) => done(demoPlan(request)),
      'brokers.ask': () => done({ codes: demoBrokers.choices.slice(0, 2).map(({ code }) => code) }),
      'autotrade.rehearse': ({ days }) => done(demoRehearsal(days)),
      'autotrade.send': () => failed('unknown-plan', { code: 'autotrade.unknown-plan' }),
    } satisfies Partial<Handlers>;
  }

  #ordersAndSync() {
    const emptyAnswer = () => done({});
    return {
      'acts.give-up': () => done({}),
      'sync.watch': emptyAnswer,
      'sync.refresh': emptyAnswer,
      'sync.read-whole': emptyAnswer,
      'sync.stop-whole': emptyAnswer,
      'notices.dismiss': emptyAnswer,
      'shortcuts.set': () => done(noShortcuts),
      'practice.set-price': emptyAnswer,
      'practice.advance': emptyAnswer,
      'orders.decide': ({ rowId }) => done({ rowId }),
      'orders.preview': ({ ticket }) => done(demoPreview(ticket)),
      'rehearsals.run': ({ ticket }) => done(demoOrderRehearsal(ticket)),
      'orders.submit': ({ intentId }) => done({ rowId: intentId, ownId: '177246612700001' }),
      'orders.plan-cancel': ({ rowIds }) => {
        const alsoCanceled = rowIds.includes('s803') && !rowIds.includes('s802') ? ['s802'] : [];
        return done({
          rowIds,
          label: alsoCanceled.length > 0 ? 'Cancel 2 of 3 (stop, target)' : `Cancel ${rowIds.length}`,
          requests: rowIds.length,
          alsoCanceled,
          stops: [],
          entries: [],
          skipped: [],
          unreached: [],
        });
      },
      'orders.cancel': ({ rowIds }) => done({ queued: rowIds, skipped: [] }),
    } satisfies Partial<Handlers>;
  }

  #desk() {
    const emptyAnswer = () => done({});
    const guard = () => done(guardOf(this.#options));
    const preparedRow = ({ intentId }: { readonly intentId: string }) =>
      done({ rowId: intentId, ownId: '177246612700002' });
    const noProbe = { code: 'not-a-test-strategy', message: 'This strategy is not marked as a test.' } as const;
    return {
      'orders.prepare': preparedRow,
      'orders.review': () => done({ ticket: demoTicket, preview: demoPreview(demoTicket) }),
      'orders.confirm': emptyAnswer,
      'orders.abandon': emptyAnswer,
      'orders.staged': () => done({ signals: this.#hasRows ? [...demoStaged] : [] }),
      'orders.make-group': () => done({ ocaGroupId: '177246612700003' }),
      'orders.prewarm': emptyAnswer,
      'orders.probe': () => ({ ok: false, failure: noProbe }),
      'orders.probed': () => done({ facts: demoProbe }),
      'orders.plan-exit': ({ request }) => {
        const plan = demoExitFor(request);
        return done(this.#isExitOutdated ? { ...plan, rows: plan.rows.slice(1) } : plan);
      },
      'orders.resolve-exit': () => done({}),
      'orders.execute-exit': ({ planId }) => {
        this.#isExitOutdated = this.#options.exit === 'outdated';
        return this.#isExitOutdated ? failed('outdated', { code: 'exit.outdated' }) : done({ planId });
      },
      'risk.get': guard,
      'risk.set': guard,
      'risk.set-precautions': guard,
      'risk.kill': guard,
      'risk.release': guard,
      'desk.arm': guard,
      'desk.disarm': guard,
      'desired.get': ({ systemId }) => done(demoDesired(systemId, this.#options)),
      'desired.declare-off': ({ systemId }) => done(demoDesired(systemId, this.#options)),
      'desired.take-over': ({ systemId }) => done(demoDesired(systemId, this.#options)),
      'desired.set': ({ systemId }) => done(demoDesired(systemId, this.#options)),
      'desired.rehearse': () => done(demoTargetRehearsal),
      'desired.plan': ({ request }) => done(demoTargetPlan(request)),
      'desired.send': () => failed('unknown-plan', { code: 'target.unknown-plan' }),
      'desired.drafts': () => done(this.#hasRows ? demoDrafts : { draft: null, lists: [] }),
      'desired.save-draft': ({ revision }) => done({ revision: revision + 1 }),
      'desired.save-list': emptyAnswer,
      'desired.remove-list': emptyAnswer,
      'desired.history': () => done({ sent: [...demoSentTargets] }),
    } satisfies Partial<Handlers>;
  }

  #settings() {
    const [first] = demoProfiles;
    if (first === undefined) throw new Error('the demo has profiles');
    return {
      'app.info': () =>
        done({
          version: '0.1.0',
          host: 'browser',
          platform: 'Linux x64',
          dataDir: '/home/trader/.local/share/stratdesk',
          secretStore: demoStatus(this.#options).secretStore,
        }),
      'storage.report': () => done(demoStorage(this.#options)),
      'storage.keep': () => done(demoStorage(this.#options)),
      'storage.clear': () => done(demoStorage(this.#options)),
      'recovery.list': () => done([]),
      'recovery.choose': () => done({}),
      'profiles.list': () => done([...demoProfiles]),
      'profiles.select': () => done(first),
      'profiles.save': () => done(first),
      'profiles.remove': () => done({ keyMayRemain: false }),
      'profiles.test': () => done({ strategies: 3 }),
      'preferences.get': () => done(this.#preferences),
      'preferences.set': (change) => {
        this.#preferences = withChange(this.#preferences, change);
        for (const listener of this.#listeners) listener(this.#preferences);
        return done(this.#preferences);
      },
    } satisfies Partial<Handlers>;
  }
}
