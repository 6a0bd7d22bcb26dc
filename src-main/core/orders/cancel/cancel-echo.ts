import type { EchoDifference, EchoMember, Message } from '#contract/message.ts';
import type { CancelAnswer, CanceledOrder } from '#core/platform/parse/cancel-answer.ts';
import { sameAction } from '#core/same-action.ts';
import { sameContract } from '#rules/option-symbol.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import { sameDecimal } from '#core/orders/same-decimal.ts';

type Equality = (meant: string, echoed: string) => boolean;

/** What contradicts the cancel in its answer; null if nothing does. */
export function cancelAlarm(
  row: Pick<CancelRow, 'meant' | 'systemId'>,
  { verdict, order, tradedAt, tradedPrice }: CancelAnswer,
): Message | null {
  const differences = cancelDifferences(row, order);
  if (differences.length > 0) return { code: 'cancel.different', differences };
  // A refused cancel of a traded order is no contradiction.
  const isFilled = verdict === 'ok' && (tradedAt !== null || tradedPrice !== null);
  return isFilled ? { code: 'cancel.also-filled', price: tradedPrice } : null;
}

/**
 * Compares the echo of a cancel with the order that was meant. A member that the echo does not show
 * does not count as a difference.
 */
export function cancelDifferences(
  { meant, systemId }: Pick<CancelRow, 'meant' | 'systemId'>,
  echo: CanceledOrder,
): EchoDifference[] {
  if (meant === undefined) return [];
  const found: EchoDifference[] = [];
  const compare = (member: EchoMember, sent: string | null, echoed: string | null, same: Equality = isEqual): void => {
    if (sent !== null && echoed !== null && !same(sent, echoed)) found.push({ member, sent, echoed });
  };
  const comparePrice = (member: EchoMember, sent: string | null, echoed: string | null): void => {
    compare(member, sent, echoed, sameDecimal);
    if (sent === null && echoed !== null) found.push({ member, sent, echoed });
  };
  compare('strategy', systemId, echo.systemId);
  compare('symbol', meant.symbol, echo.symbol, sameContract);
  compare('type', meant.instrument, echo.instrument);
  compare('quantity', meant.quantity, echo.quantity, sameDecimal);
  if (echo.action !== null && !sameAction(meant.action, echo.action)) {
    found.push({ member: 'action', sent: meant.action, echoed: echo.action });
  }
  compare('duration', meant.duration, echo.duration);
  comparePrice('limit', meant.limit, echo.limit);
  comparePrice('stop', meant.stop, echo.stop);
  if (echo.market && meant.kind !== 'market') found.push({ member: 'kind', sent: meant.kind, echoed: 'market' });
  return found;
}

const isEqual: Equality = (a, b) => a === b;
