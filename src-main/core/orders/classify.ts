import type { PlatformResult } from '#core/platform/platform-client.ts';
import { envelopeText, readEnvelope, type Envelope } from '#core/platform/envelope.ts';
import { given } from '#core/platform/absent.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import type { SubmitEcho } from '#core/platform/submit-echo.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { sameAction } from './fingerprint.ts';
import { commandRefusals, signalRefusals } from './known-refusals.ts';
import type { Mirror, OrderRow, ServiceIds } from './order-row.ts';
import { sameDecimal } from './same-decimal.ts';

/** What a submit's result means, order-safety 3. */
export type SubmitVerdict =
  | {
      readonly kind: 'accepted';
      readonly serviceIds: ServiceIds;
      readonly mirror: Mirror;
      readonly answer: readonly string[];
      readonly alarm: string | null;
    }
  | { readonly kind: 'refused'; readonly answer: readonly string[] }
  | { readonly kind: 'not-sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly answer: readonly string[] };

type Asked = Pick<OrderRow, 'ownId' | 'ticket' | 'mode'>;

/** Total: whatever is not one of the table's clear cases is unknown. `withdrawn` after SENDING is unknown too. */
export function classifySubmit(result: PlatformResult, asked: Asked): SubmitVerdict {
  if (result.kind === 'not-sent') return { kind: 'not-sent', reason: result.text };
  if (result.kind !== 'answer') return { kind: 'unknown', reason: result.text, answer: [] };
  const envelope = readEnvelope(result.bytes);
  const answer = answerLines(envelope);
  if (envelope.verdict === 'ok' && envelope.body !== null) {
    return accepted(asked, parseSubmitEcho(envelope.body), answer);
  }
  if (envelope.verdict === 'refused' && believed(envelope, asked)) return { kind: 'refused', answer };
  return { kind: 'unknown', reason: reasonOf(envelope, result.httpStatus), answer };
}

function accepted(asked: Asked, echo: SubmitEcho | null, answer: readonly string[]): SubmitVerdict {
  if (echo === null || ![echo.ownId, echo.answerId].includes(asked.ownId)) {
    return { kind: 'unknown', reason: 'the answer does not name this order', answer };
  }
  const serviceIds = {
    signal: echo.serviceId,
    target: echo.targetServiceId,
    stop: echo.stopServiceId,
    ocaGroup: echo.ocaGroupId,
    parent: echo.nestedParentServiceId,
  };
  const waits = asked.ticket.conditionalUpon !== null || Boolean(asked.ticket.parent) || echo.parkedUntil !== null;
  const mirror: Mirror = { status: waits ? 'waiting' : 'working', tradedPrice: null, at: null };
  const wrong = differences(asked.ticket, echo);
  const alarm = wrong.length === 0 ? null : `The platform took another order than was sent: ${wrong.join(', ')}.`;
  return { kind: 'accepted', serviceIds, mirror, answer, alarm };
}

/** "quantity 100 → 10"; an empty list when the echo is what was sent. */
export function differences(ticket: OrderRow['ticket'], echo: SubmitEcho): string[] {
  const { price } = ticket;
  const found = [
    differs('strategy', ticket.systemId, echo.systemId, (a, b) => a === b),
    echo.action === null || sameAction(ticket.action, echo.action) ? null : `action ${ticket.action} → ${echo.action}`,
    differs('quantity', ticket.quantity, echo.quantity, sameDecimal),
    differs('symbol', ticket.symbol, echo.symbol, (a, b) => a === b),
    differs('type', ticket.instrument, echo.instrument, (a, b) => a === b),
    differs('duration', ticket.duration, echo.duration, (a, b) => a === b),
    priceDiffers('limit', price.kind === 'limit' ? price.limit : null, echo.limit),
    priceDiffers('stop', price.kind === 'stop' ? price.stop : null, echo.stop),
    echo.market && price.kind !== 'market' ? `${price.kind} → market` : null,
    priceDiffers('profit target', ticket.profitTarget, echo.profitTarget),
    priceDiffers('stop loss', ticket.stopLoss, echo.stopLoss),
  ];
  return found.filter((one) => one !== null);
}

function differs(
  name: string,
  asked: string,
  echoed: string | null,
  same: (a: string, b: string) => boolean,
): string | null {
  return echoed === null || same(asked, echoed) ? null : `${name} ${asked} → ${echoed}`;
}

/** A price that was given and is not in the echo was dropped; one that was not given and is there was invented. */
function priceDiffers(name: string, asked: string | null, echoed: string | null): string | null {
  if (asked === null && echoed === null) return null;
  if (asked !== null && echoed !== null && sameDecimal(asked, echoed)) return null;
  return `${name} ${asked ?? 'none'} → ${echoed ?? 'none'}`;
}

function believed({ title, body }: Envelope, { ownId, mode }: Asked): boolean {
  if (commandRefusals.has(title)) return true;
  return signalRefusals[mode].has(title) && body !== null && echoedIds(body).includes(ownId);
}

/** Ids in a refusal: at the top, in the echo, and in the parsed request (`rejectedSignal`, platform-notes 21). */
function echoedIds(body: JsonObject): string[] {
  const places = [body, body['signal'], body['rejectedSignal']];
  const ids = places.flatMap((place) =>
    isRecord(place) ? [given(place['signalid']), given(place['localsignalid'])] : [],
  );
  return ids.filter((id) => id !== null);
}

/** Title, message and errors, verbatim. */
export function answerLines({ title, message, errors }: Envelope): string[] {
  return [title, message, ...errors].filter((line) => line !== '');
}

function reasonOf(envelope: Envelope, httpStatus: number): string {
  if (envelope.verdict === 'bad') return `the answer could not be read (HTTP ${httpStatus})`;
  return `refused in words that are not known: ${envelopeText(envelope)}`;
}
