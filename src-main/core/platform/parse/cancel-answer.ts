import type { Envelope } from '../envelope.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { flag, textOrNull } from '../absent.ts';
import type { EchoedOrder } from '../submit-echo.ts';
import { action, decimal, id, instant, instrument, price } from './scalars.ts';

/** The order that the answer to a cancel describes. A member that is not shown is null. */
export type CanceledOrder = EchoedOrder & { readonly systemId: string | null };

/**
 * The answer to `cancelSignal` with what it echoes of the signal. Times are unix seconds, null when
 * absent.
 */
export type CancelAnswer = {
  readonly verdict: Envelope['verdict'];
  readonly title: string;
  readonly message: string;
  /** The service's id of the signal. */
  readonly serviceId: string | null;
  /** Top-level `signalid`. */
  readonly answerId: string | null;
  readonly canceledAt: number | null;
  readonly tradedAt: number | null;
  readonly tradedPrice: string | null;
  readonly expiredAt: number | null;
  readonly order: CanceledOrder;
};

export const parseCancelAnswer = ({ verdict, title, message, body }: Envelope): CancelAnswer => {
  const wire = isRecord(body?.['signal']) ? body['signal'] : {};
  return {
    verdict,
    title,
    message,
    serviceId: id(wire['signalid']),
    answerId: id(body?.['signalid']),
    canceledAt: instant(null, wire['killedwhen']),
    tradedAt: instant(null, wire['tradedwhen']),
    tradedPrice: price(wire['tradeprice']),
    expiredAt: instant(null, wire['expiredwhen']),
    order: orderOf(wire),
  };
};

/** `islimit` is a price (platform-notes 36). */
const orderOf = (wire: JsonObject): CanceledOrder => ({
  systemId: id(wire['systemid']),
  symbol: textOrNull(wire['symbol']),
  instrument: instrument(wire['typeofsymbol']),
  action: action(wire['action']),
  quantity: decimal(wire['quant']),
  limit: price(wire['islimit']),
  stop: price(wire['stop']),
  market: flag(wire['market']) === true,
  duration: flag(wire['gtc']) === true ? 'GTC' : flag(wire['day']) === true ? 'DAY' : null,
});
