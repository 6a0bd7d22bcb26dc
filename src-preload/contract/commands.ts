import Type, { type Static, type TSchema } from 'typebox';
import { limits } from './limits.ts';
import { ActivityEntry } from './model/activity.ts';
import { EquityCurve } from './model/equity.ts';
import { Preferences } from './model/preferences.ts';
import { Profile, ProfileInput, SecretStoreState } from './model/profile.ts';
import { Id, Nullable, Price, Sort, UnixSeconds, Uuid } from './model/scalars.ts';
import { Signal } from './model/signal.ts';
import { Dataset } from './model/status.ts';
import { Margin, Strategy, StrategyDetails } from './model/strategy.ts';
import { CancelPlan, Preview, Symbol, Ticket } from './model/ticket.ts';
import { ComponentSignal, Position, Trade, TradeFilter } from './model/trade.ts';
import type { Outcome } from './outcome.ts';

const command = <Input extends TSchema, Output extends TSchema, const Failures extends readonly string[]>(
  input: Input,
  output: Output,
  failures: Failures,
) => ({ input, output, failures });

const strict = { additionalProperties: false } as const;
const nothing = Type.Object({}, strict);
const systemOnly = Type.Object({ systemId: Id }, strict);
const page = { offset: Type.Integer({ minimum: 0 }), limit: Type.Integer({ minimum: 1, maximum: limits.pageRows }) };
const rowIds = Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: limits.blotterSignals });
const text = Type.String({ maxLength: 80 });

/**
 * Every command that the window may give: its input (checked in main, for both hosts), its output, and the failures it
 * expects. The key is the channel. Nothing here takes a key or a password out of main.
 */
export const commands = {
  /** What runs, and where. */
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

  'profiles.list': command(nothing, Type.Array(Profile), []),
  /** Changes connection: the queue is emptied, unsent orders become HELD, panels follow the new profile's cache. */
  'profiles.select': command(Type.Object({ profileId: Type.String({ maxLength: 60 }) }, strict), Profile, [
    'unknown-profile',
    'busy',
  ]),
  /** Stores a profile. The key goes to the secret store and is never read back by the window. */
  'profiles.save': command(ProfileInput, Profile, [
    'unknown-profile',
    'insecure-address',
    'bad-address',
    'missing-platform-id',
    'name-taken',
    'secret-store',
  ]),
  'profiles.remove': command(Type.Object({ profileId: Type.String({ maxLength: 60 }) }, strict), nothing, [
    'unknown-profile',
    'in-use',
  ]),
  /** Proves address and key by one `listAllSystems`, before or after saving. */
  'profiles.test': command(ProfileInput, Type.Object({ strategies: Type.Integer() }), [
    'insecure-address',
    'bad-address',
    'missing-platform-id',
    'missing-key',
    'refused',
    'unreachable',
    'bad-answer',
  ]),

  'preferences.get': command(nothing, Preferences, []),
  /** Replaces what is given, keeps the rest. */
  'preferences.set': command(Type.Partial(Preferences, strict), Preferences, ['not-stored']),

  /** From the cache; `readAt` null when the list was never read. `listAllSystems`. */
  'strategies.list': command(
    nothing,
    Type.Object({ readAt: Nullable(UnixSeconds), failure: Nullable(Type.String()), strategies: Type.Array(Strategy) }),
    [],
  ),
  /** From the cache: `getSystemDetails`, `requestMarginEquity`. */
  'strategies.details': command(
    systemOnly,
    Type.Object({ details: Nullable(StrategyDetails), margin: Nullable(Margin) }),
    [],
  ),

  /**
   * What the user is looking at: these datasets are read first and kept fresh, the rest when nothing else waits.
   * Replaces the previous watch of this window. An empty list (minimised, hidden) stops background reading.
   */
  'sync.watch': command(
    Type.Object({ systemId: Nullable(Id), datasets: Type.Array(Dataset, { maxItems: 10 }) }, strict),
    nothing,
    [],
  ),
  /** Reads these now, in the `view` lane. Resolves when all were answered. */
  'sync.refresh': command(
    Type.Object({ systemId: Nullable(Id), datasets: Type.Array(Dataset, { maxItems: 10 }) }, strict),
    nothing,
    ['not-read'],
  ),

  /**
   * The signals blotter: orders of our journal joined with the platform's lists. All that live, then the most recently
   * changed, at most `limits.blotterSignals`; `total` counts all that match.
   */
  'signals.list': command(
    Type.Object({ systemId: Id, text, scope: Type.Union([Type.Literal('live'), Type.Literal('all')]) }, strict),
    Type.Object({ signals: Type.Array(Signal), total: Type.Integer(), revision: Type.Integer() }),
    [],
  ),

  /** What the order would do, on the cached state. Sends nothing. */
  'orders.preview': command(Type.Object({ ticket: Ticket }, strict), Preview, []),
  /**
   * Confirms an order. Resolves when the journal holds it (before anything is sent); what becomes of it arrives with
   * `strategy.changed` and stands on its row. The same intent again answers with the same row and sends nothing.
   */
  'orders.submit': command(
    Type.Object(
      { intentId: Uuid, ticket: Ticket, confirmed: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 }) },
      strict,
    ),
    Type.Object({ rowId: Type.String(), ownId: Id }),
    ['locked', 'blocked', 'unconfirmed', 'twin', 'journal'],
  ),
  /** What a cancel of these rows would take with it. */
  'orders.plan-cancel': command(Type.Object({ systemId: Id, rowIds }, strict), CancelPlan, []),
  /** Cancels signals: one `cancelSignal` for each OCA group. Allowed while order entry is locked. */
  'orders.cancel': command(
    Type.Object({ intentId: Uuid, systemId: Id, rowIds }, strict),
    Type.Object({ queued: Type.Array(Type.String()), skipped: Type.Array(Type.String()) }),
    ['journal'],
  ),
  /** The user's decision on a row that needs one; only choices listed on the row are taken. */
  'orders.decide': command(
    Type.Object(
      {
        rowId: Type.String({ maxLength: 60 }),
        choice: Type.Union([
          Type.Literal('send-again'),
          Type.Literal('abandon'),
          Type.Literal('check-now'),
          Type.Literal('acknowledge'),
        ]),
      },
      strict,
    ),
    nothing,
    ['unknown-row', 'not-a-choice', 'locked', 'journal'],
  ),

  'positions.list': command(systemOnly, Type.Array(Position), []),

  /** A page of trades, filtered and sorted in the cache. */
  'trades.query': command(
    Type.Object({ systemId: Id, filter: TradeFilter, sort: Nullable(Sort), ...page }, strict),
    Type.Object({ trades: Type.Array(Trade), total: Type.Integer(), revision: Type.Integer() }),
    [],
  ),
  /** The signals that made a trade; null when they were never read. */
  'trades.components': command(
    Type.Object({ systemId: Id, tradeId: Id }, strict),
    Type.Object({ components: Nullable(Type.Array(ComponentSignal)) }),
    [],
  ),

  /** The cached curve; empty columns when it was never read. */
  'equity.get': command(systemOnly, EquityCurve, []),

  /** Requests of this run, newest first. */
  'activity.query': command(
    Type.Object({ text, ...page }, strict),
    Type.Object({ entries: Type.Array(ActivityEntry), total: Type.Integer() }),
    [],
  ),

  'notices.dismiss': command(Type.Object({ id: Type.String({ maxLength: 80 }) }, strict), nothing, []),

  /** Moves a price of the simulated market: a tick, with all its fills. Practice profile only. */
  'practice.set-price': command(Type.Object({ symbol: Symbol, price: Price }, strict), nothing, [
    'not-practice',
    'unreachable',
    'refused',
  ]),
  /** Moves the practice clock when it is a manual one. */
  'practice.advance': command(
    Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }) }, strict),
    nothing,
    ['not-practice', 'unreachable', 'refused'],
  ),
} as const;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = Static<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = Static<(typeof commands)[Name]['output']>;
export type CommandFailure<Name extends CommandName> = (typeof commands)[Name]['failures'][number];
export type CommandOutcome<Name extends CommandName> = Outcome<CommandOutput<Name>, CommandFailure<Name>>;
