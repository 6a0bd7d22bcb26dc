import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetPlan, TargetRequest } from '#contract/model/target-plan.ts';
import { digestOf } from '#core/files/sealed.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { readLines, type DraftLines } from './draft-lines.ts';
import { targetChecks } from './plan-checks.ts';
import type { TargetFacts } from './target-facts.ts';
import { exposureOf, heldOf, otherOrders, targetRows } from './target-rows.ts';

const noLines: DraftLines = { good: [], problems: [] };

/** What a list or `flat` changes. Sends nothing. */
export function planTarget(planId: string, request: TargetRequest, facts: TargetFacts): TargetPlan {
  const draft = draftOf(request, facts);
  const rows = targetRows(draft.good, facts);
  const before = exposureOf(rows, ({ holding }) => holding, facts.pointValue);
  const after = exposureOf(rows, ({ target }) => target, facts.pointValue);
  const adds = formatFixed(fixed(after.gross) - fixed(before.gross));
  const target = targetFrom(draft);
  const checks = targetChecks({ request, draft, rows, facts, target, adds, gross: after.gross });
  return {
    planId,
    digest: digestOfPlan(request, facts, checks),
    request,
    at: Math.floor(facts.now / 1000),
    sends: target.kind,
    rows,
    checks,
    before,
    after,
    accountValue: facts.margin?.modelAccountValue ?? null,
    accountReadAt: facts.marginReadAt,
    requests: 1,
    positionsReadAt: facts.positionsReadAt,
    ordersReadAt: facts.ordersReadAt,
  };
}

/** What is sent for a request whose lines are all good: a line of zero is left out of the list. */
export const targetOf = (request: TargetRequest, facts: TargetFacts): DesiredTarget =>
  targetFrom(draftOf(request, facts));

/** What a plan sends, computed from its rows alone. */
export const listOf = ({ rows }: TargetPlan): DesiredTarget => {
  const positions = rows.flatMap(({ symbol, instrument, isListed, target: quantity }) =>
    isListed && instrument !== null && quantity !== '0' ? [{ symbol, instrument, quantity }] : [],
  );
  return positions.length === 0 ? { kind: 'flat' } : { kind: 'list', positions };
};

function targetFrom({ good }: DraftLines): Exclude<DesiredTarget, { kind: 'stop' }> {
  const positions = good
    .filter(({ quantity }) => quantity !== 0n)
    .map(({ symbol, instrument, quantity }) => ({ symbol, instrument, quantity: formatFixed(quantity) }));
  return positions.length === 0 ? { kind: 'flat' } : { kind: 'list', positions };
}

function draftOf(request: TargetRequest, facts: TargetFacts): DraftLines {
  if (request.kind === 'flat') return noLines;
  const held = new Map([...heldOf(facts)].map(([symbol, { quantity }]) => [symbol, quantity]));
  return readLines(request.lines, held, facts.marketNow);
}

/**
 * Leaves out prices and the times of readings, so that the digest changes only with what the new
 * list would do and with the state of the list that the platform maintains.
 */
function digestOfPlan(request: TargetRequest, facts: TargetFacts, checks: TargetPlan['checks']): string {
  const held = [...heldOf(facts).values()].map(({ symbol, quantity, pending, pendingIds }) => [
    symbol,
    String(quantity),
    String(pending),
    pendingIds.toSorted(),
  ]);
  const { confirmed, pending, alarm } = facts.desired;
  const others = otherOrders(facts.signals).map(({ rowId, quantity }) => [rowId, quantity]);
  const warnAndBlockCodes = checks.filter(({ level }) => level !== 'note').map(({ code }) => code);
  const parts = [
    request,
    held.sort(byText),
    others.sort(byText),
    confirmed?.target,
    confirmed?.at,
    pending?.sentAt,
    alarm,
  ];
  return digestOf(JSON.stringify([parts, warnAndBlockCodes]));
}

const byText = (a: readonly unknown[], b: readonly unknown[]): number => {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
};
