import type { Fixed } from '#rules/decimal.ts';
import { isEntry } from '#rules/order-terms.ts';
import type { BookView } from './book-view.ts';
import type { Refusal } from './refusal.ts';
import type { RuleOptions } from './rule-options.ts';
import type { SignalRequest } from './signal-request.ts';
import { isLive } from './signal.ts';

/**
 * The checks before the request is written to the draft. The book is changed only after every
 * check has passed, so that a replace is never half done (order-safety.md I5).
 */
export function checkRequest(view: BookView, request: SignalRequest, options: RuleOptions): Refusal | undefined {
  return (
    checkNumbers(request) ??
    checkKind(request, options) ??
    checkBracket(request, options) ??
    checkOwnId(view, request, options) ??
    checkGroup(view, request, options) ??
    checkParent(view, request, options) ??
    checkReplaced(view, request, options)
  );
}

function checkNumbers(request: SignalRequest): Refusal | undefined {
  if (request.quantity <= 0n) return { code: 'quantityNotPositive' };
  if (isWrong(request.limit)) return { code: 'priceNotPositive', field: 'limit' };
  if (isWrong(request.stop)) return { code: 'priceNotPositive', field: 'stop' };
  if (isWrong(request.profitTarget)) return { code: 'priceNotPositive', field: 'profittarget' };
  return isWrong(request.stopLoss) ? { code: 'priceNotPositive', field: 'stoploss' } : undefined;
}

function isWrong(price: Fixed | null): boolean {
  return price !== null && price <= 0n;
}

function checkKind(request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const priced = request.limit !== null || request.stop !== null;
  if (request.market && priced && options.marketWithPrice === 'refuse') return { code: 'marketWithPrice' };
  const both = request.limit !== null && request.stop !== null;
  return both && options.limitWithStop === 'refuse' ? { code: 'limitWithStop' } : undefined;
}

function checkBracket(request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const hasBracket = request.profitTarget !== null || request.stopLoss !== null;
  const refused = hasBracket && !isEntry(request.action) && options.bracketOnExit === 'refuse';
  return refused ? { code: 'bracketOnExit' } : undefined;
}

/** The parents that are placed with the request, the nearest first. */
function nestedParents({ parent }: SignalRequest): readonly SignalRequest[] {
  return parent === null ? [] : [parent, ...nestedParents(parent)];
}

function checkOwnId(view: BookView, request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const { ownId } = request;
  if (ownId === null) return undefined;
  const isUsedByParent = nestedParents(request).some((one) => one.ownId === ownId || one.ocaId === ownId);
  if (isUsedByParent || ownId === request.ocaId) return { code: 'ownIdUsed', id: ownId };
  const used = view.usedAs(ownId);
  if (used === undefined || (used === 'ownId' && options.duplicateOwnId !== 'refuse')) return undefined;
  return { code: 'ownIdUsed', id: ownId };
}

function checkGroup(view: BookView, request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const { ocaId } = request;
  if (ocaId === null) return undefined;
  const isUsedByParent = nestedParents(request).some((one) => one.ownId === ocaId);
  const used = isUsedByParent ? 'ownId' : view.usedAs(ocaId);
  if (used === undefined) return undefined;
  const joins = used === 'group' && (options.finishedOcaId === 'join' || view.liveMembers(ocaId).length > 0);
  return joins ? undefined : { code: 'ocaIdUsed', id: ocaId };
}

function checkParent(view: BookView, request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const strict = options.strictConditions === 'on';
  if (request.parent !== null && request.conditionalUpon !== null) return { code: 'twoParents' };
  if (request.parent !== null) {
    const isDeep = request.parent.conditionalUpon !== null || request.parent.parent !== null;
    return strict && isDeep ? { code: 'conditionalOnConditional' } : undefined;
  }
  if (request.conditionalUpon === null) return undefined;
  const parent = view.find(request.conditionalUpon);
  if (!parent) return { code: 'unknownParent', id: request.conditionalUpon };
  if (strict && parent.parentId !== null) return { code: 'conditionalOnConditional' };
  const ended = !isLive(parent) && parent.state !== 'traded';
  return ended ? { code: 'parentEnded', id: request.conditionalUpon, state: parent.state } : undefined;
}

export function checkReplaced(view: BookView, request: SignalRequest, options: RuleOptions): Refusal | undefined {
  const { replaces } = request;
  if (replaces === null) return undefined;
  const conditional = request.parent !== null || request.conditionalUpon !== null;
  if (conditional && options.strictConditions === 'on') return { code: 'replacementWithCondition' };
  const replaced = view.find(replaces);
  if (!replaced) return { code: 'unknownReplaced', id: replaces };
  const isWaitingRefused = replaced.state === 'waiting' && options.cancelWaiting === 'refuse';
  const cannotBeReplaced = !isLive(replaced) || isWaitingRefused;
  return cannotBeReplaced ? { code: 'notReplaceable', id: replaces, state: replaced.state } : undefined;
}
