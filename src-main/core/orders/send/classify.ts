import type { EchoMember, Text } from '#contract/message.ts';
import type { AnsweredTerms } from '#contract/model/signal.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import { answerLines, envelopeText, readEnvelope, type Envelope } from '#core/platform/envelope.ts';
import { nonZeroText } from '#core/platform/absent.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import type { SubmitEcho } from '#core/platform/submit-echo.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { checkEcho } from './echo-check.ts';
import { commandRefusals, signalRefusals } from './known-refusals.ts';
import type { Mirror, OrderRow, ServiceIds } from '#core/orders/journal/order-row.ts';

/** The meaning of a submit's result, order-safety 3. */
export type SubmitVerdict =
  | {
      readonly kind: 'accepted';
      readonly serviceIds: ServiceIds;
      readonly mirror: Mirror;
      readonly answer: readonly string[];
      readonly alarm: Text | null;
      /** Members that were sent but are not in the answer. The signal lists may show them. */
      readonly notShown: readonly EchoMember[];
      /** Contract data, comments and expiry time in the answer; null if it has none of them. */
      readonly terms: AnsweredTerms | null;
    }
  | { readonly kind: 'refused'; readonly answer: readonly string[] }
  | { readonly kind: 'not-sent'; readonly reason: Text }
  | { readonly kind: 'unknown'; readonly reason: Text; readonly answer: readonly string[] };

type SentOrder = Pick<OrderRow, 'ownId' | 'ticket' | 'mode' | 'parentOwnId'>;
type Answer = Extract<PlatformResult, { kind: 'answer' }>;
type ServiceIdOf = (id: string) => string | null;

/**
 * A result that the table of order-safety 3 does not decide is unknown. `withdrawn` is unknown too:
 * the row is SENDING when this is called, and a later withdrawal proves nothing.
 */
export function classifySubmit(
  result: PlatformResult,
  sent: SentOrder,
  serviceIdOf: ServiceIdOf = () => null,
): SubmitVerdict {
  if (result.kind === 'not-sent') return { kind: 'not-sent', reason: result.text };
  if (result.kind !== 'answer') return { kind: 'unknown', reason: result.text, answer: [] };
  const envelope = readEnvelope(result.bytes);
  const answer = answerLines(envelope);
  const accepted =
    envelope.verdict === 'ok' && envelope.body !== null
      ? acceptedVerdict(sent, parseSubmitEcho(envelope.body), answer, serviceIdOf)
      : null;
  if (accepted) return accepted;
  if (envelope.verdict === 'refused' && isTrusted(envelope, sent)) return { kind: 'refused', answer };
  return { kind: 'unknown', reason: reasonOf(envelope, result.httpStatus), answer: quotedLines(result, answer) };
}

/** The HTTP status, then the platform's words, or else the beginning of the body on one line. */
function quotedLines({ httpStatus, bytes }: Answer, lines: readonly string[]): string[] {
  const text = new TextDecoder().decode(bytes.subarray(0, 600)).replace(/\s+/g, ' ').trim();
  const shown = lines.length > 0 ? lines : [text.slice(0, 300)];
  return [`HTTP ${httpStatus}`, ...shown].filter((line) => line !== '');
}

/** Returns null when the answer does not name this order. */
function acceptedVerdict(
  sent: SentOrder,
  echo: SubmitEcho | null,
  answer: readonly string[],
  serviceIdOf: ServiceIdOf,
): SubmitVerdict | null {
  if (echo === null || ![echo.ownId, echo.answerId].includes(sent.ownId)) return null;
  const serviceIds = {
    signal: echo.serviceId,
    target: echo.targetServiceId,
    stop: echo.stopServiceId,
    ocaGroup: echo.bracketGroupId,
    parent: echo.nestedParentServiceId,
  };
  const isWaiting = sent.ticket.conditionalUpon !== null || Boolean(sent.ticket.parent) || echo.parkedUntil !== null;
  const mirror: Mirror = { status: isWaiting ? 'waiting' : 'working', tradedPrice: null, at: null };
  const { different, notShown } = checkEcho(sent, echo, serviceIdOf);
  const alarm: Text | null = different.length === 0 ? null : { code: 'echo.different', differences: different };
  return { kind: 'accepted', serviceIds, mirror, answer, alarm, notShown, terms: termsOf(echo) };
}

function termsOf({
  description,
  currency,
  pointValue,
  priceDecimals,
  comments,
  expiresAt,
}: SubmitEcho): AnsweredTerms | null {
  const terms = { description, currency, pointValue, priceDecimals, comments, expiresAt };
  return Object.values(terms).every((one) => one === null) ? null : terms;
}

function isTrusted({ title, body }: Envelope, { ownId, mode }: SentOrder): boolean {
  if (commandRefusals.has(title)) return true;
  return signalRefusals[mode].has(title) && body !== null && echoedIds(body).includes(ownId);
}

/**
 * The ids in a refusal: at the top, in the echo, and in the parsed request (`rejectedSignal`,
 * platform-notes 21).
 */
export function echoedIds(body: JsonObject): string[] {
  const places = [body, body['signal'], body['rejectedSignal']];
  const ids = places.flatMap((place) =>
    isRecord(place) ? [nonZeroText(place['signalid']), nonZeroText(place['localsignalid'])] : [],
  );
  return ids.filter((id) => id !== null);
}

function reasonOf(envelope: Envelope, httpStatus: number): Text {
  if (envelope.verdict === 'ok') return { code: 'lost.other-order' };
  if (envelope.verdict === 'bad') return { code: 'lost.unreadable-answer', httpStatus };
  return { code: 'lost.unknown-refusal', answer: envelopeText(envelope) };
}
