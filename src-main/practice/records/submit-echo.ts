import type { WireSubmittedSignal } from '#core/platform/wire/records.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { formatFixed, toNumber, type Fixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import type { Placed } from '#rules/signals/place.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { unixText } from './times.ts';
import type { RecordContext } from './signal-records.ts';

const price = (value: Fixed | null): string => (value === null ? '0' : formatFixed(value));

/** Members of an instrument, the same in every echo. */
type InstrumentEcho = Required<
  Pick<WireSubmittedSignal, 'description' | 'decimalprecision' | 'pointvalue' | 'currency'>
>;

const echoes = new WeakMap<Instrument, InstrumentEcho>();

function instrumentEcho(instrument: Instrument): InstrumentEcho {
  const known = echoes.get(instrument);
  if (known) return known;
  const { name, decimals, pointValue, currency } = instrument;
  const echo = {
    description: name,
    decimalprecision: String(decimals),
    pointvalue: toNumber(pointValue),
    currency,
  };
  echoes.set(instrument, echo);
  return echo;
}

/**
 * The signal as echoed by submitSignal. Missing prices are '0' (platform-notes.md 33), other
 * missing members null. Optional members are set last, because an object literal with spreads takes
 * several times as long.
 */
export function submitEcho(signal: Signal, strategyId: string, context: RecordContext): WireSubmittedSignal {
  const { description, decimalprecision, pointvalue, currency } = instrumentEcho(context.catalog.get(signal.symbol));
  const echo: WireSubmittedSignal = {
    market: signal.limit === null && signal.stop === null ? '1' : '0',
    signalid: signal.id,
    stoploss: price(signal.stopLoss),
    comments: signal.comments,
    day: signal.duration === 'DAY' ? '1' : '0',
    systemid: strategyId,
    parkUntilYYYYMMDDHHMM:
      signal.releaseAt === null ? null : newYorkText(signal.releaseAt).replace(/\D/g, '').slice(0, 12),
    parkUntilSecs: signal.releaseAt === null ? null : unixText(signal.releaseAt),
    symbol: signal.symbol,
    conditionalupon: signal.parentId,
    duration: signal.duration,
    description,
    decimalprecision,
    expiresat: unixText(signal.expiresAt),
    pointvalue,
    typeofsymbol: signal.instrument,
    currency,
    quant: formatFixed(signal.quantity),
    limit: price(signal.limit),
    stop: price(signal.stop),
    gtc: signal.duration === 'GTC' ? '1' : '0',
    profittarget: price(signal.profitTarget),
    action: signal.action,
    ocaid: signal.ocaId,
    targetocagroupid: signal.targetGroupId,
    ticktime: unixText(signal.postedAt),
  };
  if (signal.ownId !== null) echo.localsignalid = signal.ownId;
  if (signal.profitTargetId !== null) echo.profittargetsignalid = signal.profitTargetId;
  if (signal.stopLossId !== null) echo.stoplosssignalid = signal.stopLossId;
  if (signal.replaces !== null) echo.xreplace = signal.replaces;
  return echo;
}

/** The echo with a nested parent as `conditionalUponSignal`. */
export function placedEcho(placed: Placed, strategyId: string, context: RecordContext): WireSubmittedSignal {
  const echo = submitEcho(placed.signal, strategyId, context);
  return placed.parent ? { ...echo, conditionalUponSignal: placedEcho(placed.parent, strategyId, context) } : echo;
}
