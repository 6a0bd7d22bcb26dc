import type { Envelope } from '../envelope.ts';
import { isRecord } from '../wire/json-object.ts';
import { id, instant, price } from './scalars.ts';

/** What `cancelSignal` echoes of the signal; times are unix seconds, null when it did not say. */
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
};

/** Titles are for the reader: what became of the signal is told by `verdict` and the times. */
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
  };
};
