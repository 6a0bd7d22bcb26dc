import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import {
  AutoTradeLink,
  AutoTradePlan,
  AutoTradeRehearsal,
  AutoTradeRequest,
  BrokerCredentials,
} from './model/autotrade.ts';
import { ActState } from './model/act.ts';
import { Text } from './message.ts';
import { BrokerList } from './model/broker.ts';
import { Decimal, Id, Instrument, Nullable, UnixSeconds } from './model/scalars.ts';
import { planId, sendFailures, sendInput } from './send-plan.ts';

/** Null: the owner of the API key or, on a private platform, the owner of the strategy. */
const nullablePersonId = Nullable(Id);

/** Copying a strategy at a broker. */
export const autoTradeCommands = {
  /**
   * The brokers at which the strategy can be copied (`getListAvailableBrokers`), from the cache;
   * null when they were never read. If `personId` is null, `sync.refresh` of the dataset `brokers`
   * reads them; otherwise `brokers.read` does. `traded` has the types of the open positions and
   * cached trades; `accountValue` is `modelAccountValue`, null when it was not read.
   */
  'brokers.list': command(
    Type.Object({ systemId: Id, personId: nullablePersonId }, strict),
    Type.Object({
      brokers: Nullable(BrokerList),
      readAt: Nullable(UnixSeconds),
      /** Why the last reading failed. */
      failure: Nullable(Text),
      traded: Type.Array(Instrument),
      accountValue: Nullable(Decimal),
    }),
    [],
  ),
  /**
   * Asks the platform which broker choices fit, by the filters of `getListAvailableBrokers`: the
   * types that the broker has to trade, and whether it has to sell options short. Makes one request
   * and stores nothing.
   */
  'brokers.ask': command(
    Type.Object(
      {
        systemId: Id,
        personId: nullablePersonId,
        types: Type.Object(
          { stock: Type.Boolean(), option: Type.Boolean(), future: Type.Boolean(), forex: Type.Boolean() },
          strict,
        ),
        shortOptions: Type.Boolean(),
      },
      strict,
    ),
    Type.Object({ codes: Type.Array(Type.String()) }),
    ['not-possible', 'not-read'],
  ),
  /**
   * Reads the brokers for the account of another person of the private platform and stores them.
   * Sends nothing if the last answer is only seconds old.
   */
  'brokers.read': command(Type.Object({ systemId: Id, personId: Id }, strict), Type.Object({}), [
    'not-possible',
    'not-read',
  ]),
  /** Every copy that was set from here or that a broker list shows. */
  'autotrade.links': command(nothing, Type.Object({ links: Type.Array(AutoTradeLink) }), []),
  /** What the request would change and trade. Sends nothing. */
  'autotrade.plan': command(Type.Object({ request: AutoTradeRequest }, strict), AutoTradePlan, [
    'unknown-broker',
    'not-possible',
  ]),
  /** Replays the fills of the last days with the settings of the plan. Sends nothing. */
  'autotrade.rehearse': command(
    Type.Object({ planId, days: Type.Union([Type.Literal(30), Type.Literal(90), Type.Literal(365)]) }, strict),
    AutoTradeRehearsal,
    ['unknown-plan'],
  ),
  /**
   * Sends a plan that was shown. Resolves after the answer, even an unclear one: an UNKNOWN act is
   * read back if a read can prove its outcome. Refused as outdated if the data behind the plan has
   * changed; then a new plan is needed. `credentials` are for a start only, and cross the bridge in
   * no other message (acts.md A8). `typed` is what `confirmBy` of the plan asks for. In a
   * `credentials` failure, `details` names the members that are missing or have a wrong length.
   */
  'autotrade.send': command(
    Type.Object(
      {
        ...sendInput,
        typed: Type.String({ maxLength: 80 }),
        credentials: Nullable(BrokerCredentials),
      },
      strict,
    ),
    Type.Object({ state: ActState }),
    ['credentials', ...sendFailures],
  ),
} as const;
