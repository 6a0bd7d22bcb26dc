import Type from 'typebox';
import { autoTradeCommands } from './autotrade-commands.ts';
import { bundleCommands } from './bundle-commands.ts';
import { changeCommands } from './change-commands.ts';
import { command, nothing, strict, type Command } from './command.ts';
import { desiredCommands } from './desired-commands.ts';
import { limits } from './limits.ts';
import { Text } from './message.ts';
import { Act } from './model/act.ts';
import { ActivityEntry } from './model/activity.ts';
import { CommissionPlan, EquityCurve, PlanChoice } from './model/equity.ts';
import { ExitChoice, ExitPlan, ExitRequest } from './model/exit.ts';
import { HistoryDifference, Moment, PastAccount } from './model/history.ts';
import { Preferences } from './model/preferences.ts';
import { SecretStoreState } from './model/profile.ts';
import { ProbeFacts } from './model/probe.ts';
import { PerformanceReport, ReportBasis, ReviewSelection } from './model/review.ts';
import { DeskGuard } from './model/risk.ts';
import { Decimal, Id, Instrument, Nullable, Price, Sort, UnixSeconds, Uuid } from './model/scalars.ts';
import { OrderChoice, Signal } from './model/signal.ts';
import { GlobalBinding, ShortcutState } from './model/shortcuts.ts';
import { Dataset } from './model/status.ts';
import { Margin, Strategy, StrategyDetails } from './model/strategy.ts';
import { CancelPlan, Preview, Symbol, Ticket } from './model/ticket.ts';
import { ComponentSignal, Position, Trade } from './model/trade.ts';
import { TradeCheck } from './model/trade-check.ts';
import { TradeFilter, TradeSums } from './model/trade-filter.ts';
import { notesCommands } from './notes-commands.ts';
import { peopleCommands } from './people-commands.ts';
import type { Outcome } from './outcome.ts';
import { personCommands } from './person-commands.ts';
import { profileCommands } from './profile-commands.ts';
import { recoveryCommands } from './recovery-commands.ts';
import { rehearsalCommands } from './rehearsal-commands.ts';
import { riskCommands } from './risk-commands.ts';
import { signalsCommands } from './signals-commands.ts';
import { strategyCommands } from './strategy-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';
import { storageCommands } from './storage-commands.ts';

const systemOnly = Type.Object({ systemId: Id }, strict);
const page = { offset: Type.Integer({ minimum: 0 }), limit: Type.Integer({ minimum: 1, maximum: limits.pageRows }) };
const rowIds = Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: limits.blotterSignals });
const text = Type.String({ maxLength: 80 });
const rowId = Type.String({ maxLength: 60 });
/**
 * The row of the staged order that was edited into the new order. The staged order is withdrawn
 * when the new one is in the journal. If the staged order was sent before that, the new one is
 * refused as `not-a-choice`.
 */
const edits = Type.Optional(rowId);
/** `enteredAt`: set if the order was in the journal before this command, under the same intent. */
const EnteredRow = Type.Object({ rowId: Type.String(), ownId: Id, enteredAt: Type.Optional(UnixSeconds) });
/** Codes of the warnings that the trader confirmed. */
const confirmed = Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 });

/**
 * Every command of the window: its input (checked in main, for both hosts), its output, and its
 * expected failures. The name of a command is its channel. No output has an API key or a password.
 * Of the failures, `journal` means that the journal could not be written, and `not-a-choice` that
 * the state of the row does not allow the command.
 */
export const commands = {
  /** The running program, its host and its data folder. */
  'app.info': command(
    nothing,
    Type.Object({
      version: Type.String(),
      host: Type.Union([Type.Literal('electron'), Type.Literal('browser')]),
      platform: Type.String(),
      dataDir: Type.String(),
      secretStore: SecretStoreState,
    }),
    [],
  ),

  ...profileCommands,

  'preferences.get': command(nothing, Preferences, []),
  /**
   * Replaces the given members only. Within `strategies` and `views` it replaces the given entries
   * only: see `withChange`.
   */
  'preferences.set': command(Type.Partial(Preferences, strict), Preferences, ['not-stored', 'too-large']),

  /** From the cache: `listAllSystems`. `readAt` is null when the list was never read. */
  'strategies.list': command(
    nothing,
    Type.Object({ readAt: Nullable(UnixSeconds), failure: Nullable(Text), strategies: Type.Array(Strategy) }),
    [],
  ),
  /** From the cache: `getSystemDetails`, `requestMarginEquity`. */
  'strategies.details': command(
    systemOnly,
    Type.Object({ details: Nullable(StrategyDetails), margin: Nullable(Margin) }),
    [],
  ),

  /**
   * What the user has in view: these datasets are read first and refreshed, the others when nothing
   * else waits. Replaces the previous watch of this window. A `systemId` with an empty list means
   * that the window is hidden. While every window is hidden, only what an order needs is read.
   * `viewer` names the page if several pages can be open.
   */
  'sync.watch': command(
    Type.Object(
      { systemId: Nullable(Id), datasets: Type.Array(Dataset, { maxItems: 10 }), viewer: Type.Optional(Uuid) },
      strict,
    ),
    nothing,
    [],
  ),
  /**
   * Reads these datasets in the `view` lane, except those that were read a moment ago. Resolves
   * when all of them were stored or have failed.
   */
  'sync.refresh': command(
    Type.Object({ systemId: Nullable(Id), datasets: Type.Array(Dataset, { maxItems: 10 }) }, strict),
    nothing,
    ['not-read'],
  ),
  /**
   * Starts the full sync of a strategy, with the lowest priority; `strategy.changed` reports the
   * progress. Continues after a restart until it is done or canceled.
   */
  'sync.read-whole': command(systemOnly, nothing, []),
  /** Stops the full sync. What was read remains. A request that is under way is not stopped. */
  'sync.stop-whole': command(systemOnly, nothing, []),

  ...signalsCommands,

  ...rehearsalCommands,

  ...personCommands,

  ...strategyCommands,

  ...subscriptionCommands,

  ...changeCommands,

  /** The effect of the order on the cached state. Sends nothing. */
  'orders.preview': command(Type.Object({ ticket: Ticket }, strict), Preview, []),
  /**
   * Enters an order. Resolves when it is in the journal (before anything is sent). Its outcome is
   * announced by `strategy.changed` and shown in its row. The same intent again returns the same
   * row with the time at which it was entered (`enteredAt`), and sends nothing.
   */
  'orders.submit': command(
    Type.Object(
      {
        intentId: Uuid,
        ticket: Ticket,
        confirmed,
        /**
         * True when one press sends the order without a review; new risk then needs an armed desk.
         * A missing value means that the order was reviewed.
         */
        direct: Type.Optional(Type.Boolean()),
        edits,
      },
      strict,
    ),
    EnteredRow,
    ['locked', 'blocked', 'unconfirmed', 'duplicate', 'disarmed', 'killed', 'journal', 'unknown-row', 'not-a-choice'],
  ),
  /**
   * Prepares an order to be sent later: a journal row that is HELD at once and survives a restart.
   * Nothing is sent, so lock, kill switch and caps apply only when it is confirmed.
   */
  'orders.prepare': command(Type.Object({ intentId: Uuid, ticket: Ticket, edits }, strict), EnteredRow, [
    'blocked',
    'journal',
    'unknown-row',
    'not-a-choice',
  ]),
  /**
   * The ticket of an own order and its effect now, computed as if the order were not in the
   * journal. Sends nothing.
   */
  'orders.review': command(Type.Object({ rowId }, strict), Type.Object({ ticket: Ticket, preview: Preview }), [
    'unknown-row',
  ]),
  /** HELD or NOT_SENT → QUEUED after a new check, with the same rules as `orders.submit`. */
  'orders.confirm': command(Type.Object({ rowId, confirmed, direct: Type.Optional(Type.Boolean()) }, strict), nothing, [
    'unknown-row',
    'not-a-choice',
    'locked',
    'blocked',
    'unconfirmed',
    'duplicate',
    'disarmed',
    'killed',
    'journal',
  ]),
  /** Withdraws an order that was not sent: QUEUED, HELD or NOT_SENT. No request is made. */
  'orders.abandon': command(Type.Object({ rowId }, strict), nothing, ['unknown-row', 'not-a-choice', 'journal']),
  /** Orders that are prepared and not sent, newest first. */
  'orders.staged': command(systemOnly, Type.Object({ signals: Type.Array(Signal) }), []),
  /**
   * Makes an own OCA group: generates its id and reserves the id durably. Orders join the group by
   * this id.
   */
  'orders.make-group': command(systemOnly, Type.Object({ ocaGroupId: Id }), ['journal']),
  /**
   * Sent when a ticket opens or the desk is armed: opens one network connection, which the next
   * mutating request uses. It is closed when no request uses it in time.
   */
  'orders.prewarm': command(nothing, nothing, []),
  /** Everything that a cancel of these rows would cancel. */
  'orders.plan-cancel': command(Type.Object({ systemId: Id, rowIds }, strict), CancelPlan, []),
  /**
   * Cancels signals: one `cancelSignal` for each OCA group. Allowed while order entry is locked.
   * While the service asks to wait, `confirmed` must have `asked-to-wait`. `blocked`: the intent
   * was used for other orders.
   */
  'orders.cancel': command(
    Type.Object({ intentId: Uuid, systemId: Id, rowIds, confirmed: Type.Optional(confirmed) }, strict),
    Type.Object({ queued: Type.Array(Type.String()), skipped: Type.Array(Type.String()) }),
    ['journal', 'unconfirmed', 'blocked'],
  ),
  /** The user's decision on a row that needs one. Only choices listed on the row are accepted. */
  'orders.decide': command(
    Type.Object(
      {
        rowId,
        choice: OrderChoice,
        /** For `new-order`: the row's `typedConfirmation`, as typed. */
        typed: Type.Optional(Type.String({ maxLength: 80 })),
        /** For `new-order`: the intent of the new order. */
        intentId: Type.Optional(Uuid),
        /** For `pick`: one of the row's candidates. */
        serviceId: Type.Optional(Id),
        /** For a choice that sends: the codes of the warnings that the trader confirmed. */
        confirmed: Type.Optional(confirmed),
      },
      strict,
    ),
    /** The resulting row: another one after `new-order`. */
    Type.Object({ rowId: Type.String() }),
    [
      'unknown-row',
      'not-a-choice',
      'locked',
      'blocked',
      'unconfirmed',
      'duplicate',
      'disarmed',
      'killed',
      'not-typed',
      'unknown-candidate',
      'journal',
    ],
  ),
  /**
   * The one-off probe of order-safety 4, on a test strategy: a far limit order of one unit is
   * entered twice under one own id, looked up and canceled. Makes about ten requests at the set
   * pace; `orders.probed` has the result.
   */
  'orders.probe': command(
    Type.Object(
      {
        intentId: Uuid,
        systemId: Id,
        symbol: Symbol,
        instrument: Instrument,
        limit: Price,
        consent: Type.Literal(true),
      },
      strict,
    ),
    ProbeFacts,
    ['not-a-test-strategy', 'locked', 'killed', 'busy', 'refused', 'unclear', 'journal'],
  ),
  /** The result of the last probe of this connection; null before the first one. */
  'orders.probed': command(nothing, Type.Object({ facts: Nullable(ProbeFacts) }), []),

  /** The plan for closing, reversing, scaling out, protecting or flattening. Sends nothing. */
  'orders.plan-exit': command(Type.Object({ request: ExitRequest }, strict), ExitPlan, [
    'unknown-position',
    'nothing-to-do',
    'not-possible',
  ]),
  /**
   * Executes a plan that was shown, step by step; `exit.changed` reports the progress. Exits need
   * no arming, and no cap limits them. Refused as outdated if the inputs of the plan have changed.
   */
  'orders.execute-exit': command(
    Type.Object({ intentId: Uuid, planId: Type.String({ maxLength: 60 }), confirmed }, strict),
    Type.Object({ planId: Type.String() }),
    ['unknown-plan', 'outdated', 'busy', 'locked', 'blocked', 'unconfirmed', 'killed', 'journal'],
  ),

  /**
   * Decides about an interrupted run. To continue the run instead, `orders.plan-exit` makes a plan
   * of the kind `resume`.
   */
  'orders.resolve-exit': command(Type.Object({ systemId: Id, runId: Uuid, choice: ExitChoice }, strict), nothing, [
    'unknown-run',
  ]),

  ...riskCommands,

  /**
   * Arms one-press sending of new risk for a strategy. Ends automatically; see `DisarmReason`.
   * `unknown-order`: the outcome of an order is unknown.
   */
  'desk.arm': command(systemOnly, DeskGuard, ['locked', 'killed', 'unknown-order', 'stale-data']),
  /** `lock`: the screen was locked or the computer goes to sleep. */
  'desk.disarm': command(
    Type.Object({ reason: Type.Union([Type.Literal('user'), Type.Literal('lock')]) }, strict),
    DeskGuard,
    [],
  ),

  ...desiredCommands,

  'positions.list': command(systemOnly, Type.Array(Position), []),

  /**
   * Dollars for one point of one unit, by symbol: from the latest stored trade of each symbol that
   * states it in dollars, open or closed (`ptValue` of a trade).
   */
  'positions.point-values': command(systemOnly, Type.Object({ values: Type.Record(Type.String(), Decimal) }), []),

  /** A page of trades, filtered and sorted in the cache. */
  'trades.query': command(
    Type.Object({ systemId: Id, filter: TradeFilter, sort: Nullable(Sort), ...page }, strict),
    Type.Object({ trades: Type.Array(Trade), total: Type.Integer(), revision: Type.Integer() }),
    ['not-read'],
  ),
  /** Exact sums over the filtered trades; `revision` is that of these trades. */
  'trades.sum': command(
    Type.Object({ systemId: Id, filter: TradeFilter }, strict),
    Type.Object({ sums: TradeSums, revision: Type.Integer() }),
    ['not-read'],
  ),
  /**
   * Reads the trades, and compares them with `requestTrades` and with the closed trades of
   * `requestAllTrades_overview`. Makes three requests, or two for a subscriber, who may not read
   * `requestTrades`.
   */
  'trades.check': command(systemOnly, TradeCheck, ['not-read']),
  /** The signals that made a trade; null when they were never read. */
  'trades.components': command(
    Type.Object({ systemId: Id, tradeId: Id }, strict),
    Type.Object({ components: Nullable(Type.Array(ComponentSignal)) }),
    [],
  ),

  /**
   * Past readings that changed something, newest first. `before` is the time of the last one of the
   * previous page, null for the first page.
   */
  'history.moments': command(
    Type.Object({ systemId: Id, before: Nullable(UnixSeconds), limit: page.limit }, strict),
    Type.Object({ moments: Type.Array(Moment), total: Type.Integer() }),
    [],
  ),
  /** The account as it was known at this time. */
  'history.account': command(Type.Object({ systemId: Id, at: UnixSeconds }, strict), PastAccount, ['nothing-read']),
  /** The differences between what was known at `from` and at `to`. */
  'history.compare': command(
    Type.Object({ systemId: Id, from: UnixSeconds, to: UnixSeconds }, strict),
    Type.Object({ differences: Type.Array(HistoryDifference) }),
    ['nothing-read'],
  ),

  /**
   * The cached curve with the commission plan chosen for the strategy; empty columns when it was
   * never read from the platform. `not-read`: the cache could not be read.
   */
  'equity.get': command(systemOnly, EquityCurve, ['not-read']),
  'equity.plans': command(systemOnly, PlanChoice, []),
  /**
   * Reads the equity with this plan from now on; null for the platform's default. Saved per
   * connection.
   */
  'equity.choose': command(Type.Object({ systemId: Id, plan: Nullable(CommissionPlan) }, strict), PlanChoice, [
    'not-stored',
    'too-large',
  ]),

  /**
   * Every figure of a strategy over a period and a selection of its trades, from the cache alone.
   * `riskFree` is a yearly rate, 0.04 for 4 %. `basis` describes the data and its age.
   */
  'review.report': command(
    Type.Object(
      { systemId: Id, selection: ReviewSelection, riskFree: Type.Number({ minimum: -0.99, maximum: 10 }) },
      strict,
    ),
    Type.Object({ report: PerformanceReport, basis: ReportBasis }),
    ['bad-period', 'not-read'],
  ),
  ...notesCommands,
  ...peopleCommands,
  ...autoTradeCommands,
  ...recoveryCommands,
  ...storageCommands,
  ...bundleCommands,

  /** Changes on the platform that are no orders, of this connection, newest first (acts.md A12). */
  'acts.list': command(nothing, Type.Object({ acts: Type.Array(Act) }), []),

  /** The user ends a change whose outcome nothing proves (acts.md A4). Nothing is sent. */
  'acts.give-up': command(Type.Object({ intentId: Uuid }, strict), nothing, ['not-unknown']),

  /** Requests of this run, newest first. */
  'activity.query': command(
    Type.Object({ text, ...page }, strict),
    Type.Object({ entries: Type.Array(ActivityEntry), total: Type.Integer() }),
    [],
  ),

  /**
   * Replaces the system-wide keys; an empty list releases all. A key that the operating system
   * refuses is in `rejected`.
   */
  'shortcuts.set': command(
    Type.Object({ bindings: Type.Array(GlobalBinding, { maxItems: 4 }) }, strict),
    ShortcutState,
    ['not-available'],
  ),

  'notices.dismiss': command(Type.Object({ id: Type.String({ maxLength: 160 }) }, strict), nothing, []),

  /** Changes a price of the simulated market: a tick, with all its fills. Practice profile only. */
  'practice.set-price': command(Type.Object({ symbol: Symbol, price: Price }, strict), nothing, [
    'not-practice',
    'unreachable',
    'refused',
  ]),
  /** Advances the practice clock when it is a manual one. */
  'practice.advance': command(
    Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }) }, strict),
    nothing,
    ['not-practice', 'unreachable', 'refused'],
  ),
} as const;

export type CommandName = keyof typeof commands;

/** What each command takes and answers. */
type CommandTypes = {
  readonly [Name in CommandName]: (typeof commands)[Name] extends Command<infer Input, infer Output, infer Code>
    ? { readonly input: Input; readonly output: Output; readonly failure: Code }
    : never;
};
export type CommandInput<Name extends CommandName> = CommandTypes[Name]['input'];
export type CommandOutput<Name extends CommandName> = CommandTypes[Name]['output'];
export type CommandFailure<Name extends CommandName> = CommandTypes[Name]['failure'];
export type CommandOutcome<Name extends CommandName> = Outcome<CommandOutput<Name>, CommandFailure<Name>>;
