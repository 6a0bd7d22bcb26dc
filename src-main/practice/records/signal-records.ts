import type {
  WireCanceledSignal,
  WireSignal,
  WireSignalStatus,
  WireWorkingSignal,
} from '#core/platform/wire/records.ts';
import { formatFixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { expiryText, lastDay, type Catalog } from '#practice/catalog.ts';
import type { Strategy } from '#practice/strategy.ts';
import type { Switches } from '#practice/switches.ts';
import { absentTime, timePair, unixText } from './times.ts';

export type RecordContext = { readonly catalog: Catalog; readonly switches: Switches };

/** retrieveSignalsWorking. Prices are as given, without padding (platform-notes.md 28). */
export function workingRecord(signal: Signal, context: RecordContext): WireWorkingSignal {
  const instrument = context.catalog.get(signal.symbol);
  const { option } = instrument;
  const noStop = context.switches.get('absentStop') === 'null' ? null : '0';
  return {
    signal_id: signal.id,
    status: statusOf(signal, context.switches),
    action: signal.action,
    quant: formatFixed(signal.quantity),
    symbol: signal.symbol,
    name: instrument.name,
    instrument: signal.instrument,
    strike: option?.strikeText ?? null,
    underlying: option?.underlying ?? null,
    putcall: option?.kind ?? null,
    expiration: option ? lastDay(instrument) : null,
    tif: signal.duration,
    isMarketOrder: signal.limit === null && signal.stop === null ? '1' : '0',
    isLimitOrder: signal.limit === null ? '0' : formatFixed(signal.limit),
    isStopOrder: signal.stop === null ? noStop : formatFixed(signal.stop),
    posted_time: newYorkText(signal.postedAt),
    posted_time_unix: unixText(signal.postedAt),
    ...optionalIds(signal, context.switches),
    ...parkedMembers(signal),
  };
}

/** retrieveSignalsAll. The traded price has nine decimals. */
export function signalRecord(signal: Signal, context: RecordContext): WireSignal {
  const { switches } = context;
  const timeOf = (state: Signal['state']): ReturnType<typeof timePair> =>
    timePair(signal.state === state ? signal.endedAt : null, switches);
  const canceled = timeOf('canceled');
  const expired = timeOf('expired');
  const traded = timeOf('traded');
  return {
    ...workingRecord(signal, context),
    canceled_time: canceled.text,
    canceled_time_unix: canceled.unix,
    expired_time: expired.text,
    expired_time_unix: expired.unix,
    traded_time: traded.text,
    traded_time_unix: traded.unix,
    traded_price: signal.tradedPrice === null ? '' : formatFixed(signal.tradedPrice, 9),
    trade_id_opening: signal.openingTradeId ?? '',
    trade_id_closing: signal.closingTradeId ?? '',
  };
}

/** The echo of cancelSignal: its times are unix seconds. */
export function cancelEcho(signal: Signal, strategy: Strategy, context: RecordContext): WireCanceledSignal {
  const instrument = context.catalog.get(signal.symbol);
  const { option } = instrument;
  const timeOf = (state: Signal['state']): string | null =>
    signal.state === state && signal.endedAt !== null ? unixText(signal.endedAt) : absentTime(context.switches);
  return {
    market: signal.limit === null && signal.stop === null ? '1' : '0',
    strike: option?.strikeText ?? null,
    signalid: signal.id,
    expir: option ? expiryText(instrument) : null,
    personid: strategy.ownerPersonId,
    underlying: option?.underlying ?? null,
    day: signal.duration === 'DAY' ? '1' : '0',
    killedwhen: timeOf('canceled'),
    tradeprice: signal.tradedPrice === null ? '0' : formatFixed(signal.tradedPrice, 9),
    expiredwhen: timeOf('expired'),
    systemid: strategy.id,
    symbol: signal.symbol,
    islimit: signal.limit === null ? '0' : formatFixed(signal.limit),
    tradedwhen: timeOf('traded'),
    typeofsymbol: signal.instrument,
    putcall: option?.kind ?? null,
    guid: `${strategy.id}-${signal.id}`,
    quant: formatFixed(signal.quantity),
    gtc: signal.duration === 'GTC' ? '1' : '0',
    stop: signal.stop === null ? '0' : formatFixed(signal.stop),
    postedwhen: unixText(signal.postedAt),
    signalexpiresat: unixText(signal.expiresAt),
    action: signal.action,
  };
}

/** Signals parked by time are listed as working (platform-notes.md 6). */
export function isListedAsWorking(signal: Signal): boolean {
  return signal.state === 'working' || (signal.state === 'waiting' && !signal.awaitsParent);
}

function statusOf(signal: Signal, switches: Switches): WireSignalStatus {
  if (signal.state !== 'waiting') return signal.state;
  return isListedAsWorking(signal) || switches.get('waitingInAll') === 'working' ? 'working' : 'posted';
}

function optionalIds(signal: Signal, switches: Switches): Partial<WireWorkingSignal> {
  const showsOwnIds = switches.get('ownIdsInLists') === 'yes';
  const showsParentAndGroup = switches.get('linksInLists') === 'yes';
  return {
    ...(showsOwnIds && signal.ownId !== null ? { localsignalid: signal.ownId } : {}),
    ...(showsParentAndGroup && signal.parentId !== null ? { conditionalupon: signal.parentId } : {}),
    ...(showsParentAndGroup && signal.ocaId !== null ? { ocaid: signal.ocaId } : {}),
  };
}

function parkedMembers(signal: Signal): Partial<WireWorkingSignal> {
  if (signal.state !== 'waiting' || signal.releaseAt === null) return {};
  return { isOrderParked: '1', parked_releasewhen: newYorkText(signal.releaseAt) };
}
