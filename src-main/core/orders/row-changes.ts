import type { AbsentWatch } from './reconcile/absent-watch.ts';
import type { CancelCheck } from './cancel/cancel-check.ts';
import { isPendingCancel, type CancelRow } from './journal/cancel-row.ts';
import type { DeskHooks } from './desk-hooks.ts';
import type { DeskRows } from './blotter/desk-rows.ts';
import type { OrderDeskDeps } from './order-desk-deps.ts';
import { alarmNotice, cancelNotice, endedCancelNoticeIds, endedNoticeIds, orderNotice } from './order-notices.ts';
import type { OrderRow } from './journal/order-row.ts';
import type { Reconciler } from './reconcile/reconciler.ts';
import type { ReplaceSteps } from '#core/orders/replace/replace-steps.ts';
import type { RiskTally } from '#core/orders/risk/risk-tally.ts';
import { isUnderCheck } from './journal/row-states.ts';

/** Carries out what follows from a change of a row, after the journal has it. */
export class RowChanges {
  readonly #deps: OrderDeskDeps;
  readonly #hooks: DeskHooks;
  readonly #rows: DeskRows;
  readonly #tally: RiskTally;
  /** Rows as last reported, to see what changed. */
  readonly #reported: Map<string, OrderRow>;
  /** Rows sent in this run, whose monotonic time is valid. */
  readonly #sentHere = new Set<string>();
  #listeners: {
    reconciler: Reconciler;
    absentWatch: AbsentWatch;
    cancelCheck: CancelCheck;
    replaceSteps: ReplaceSteps;
  } | null = null;

  constructor(deps: OrderDeskDeps, hooks: DeskHooks, rows: DeskRows, tally: RiskTally) {
    this.#deps = deps;
    this.#hooks = hooks;
    this.#rows = rows;
    this.#tally = tally;
    this.#reported = new Map(rows.all().map((row) => [row.rowId, row]));
  }

  /** Sets the modules that are told of changes. They are created after this object. */
  setListeners(
    reconciler: Reconciler,
    absentWatch: AbsentWatch,
    cancelCheck: CancelCheck,
    replaceSteps: ReplaceSteps,
  ): void {
    this.#listeners = { reconciler, absentWatch, cancelCheck, replaceSteps };
  }

  orderChanged(row: OrderRow): void {
    const before = this.#reported.get(row.rowId);
    if (before === row) return;
    this.#reported.set(row.rowId, row);
    this.#rows.rowChanged(row);
    this.#tally.rowChanged(row);
    if (row.state === 'SENDING') this.#sentHere.add(row.rowId);
    const isNewlyUnderCheck = isUnderCheck(row) && (before === undefined || !isUnderCheck(before));
    if (isNewlyUnderCheck)
      this.#listeners?.reconciler.add(row, this.#sentHere.has(row.rowId) ? row.sentMonotonic : null);
    if (row.state === 'PROBABLY_ABSENT') this.#listeners?.absentWatch.begin();
    if (row.state === 'UNKNOWN' && before?.state !== 'UNKNOWN') this.#deps.risk.onUnknownOrder();
    this.#deps.rehearsals.orderChanged(row);
    for (const notice of [orderNotice(before, row), alarmNotice(before, row)]) if (notice) this.#deps.notify(notice);
    for (const id of endedNoticeIds(before, row)) this.#deps.endNotice(id);
    if (before !== undefined && before.state !== row.state) this.#listeners?.replaceSteps.orderChanged(row);
    if (before?.cancelFirst?.proof === null && row.cancelFirst?.proof != null)
      this.#listeners?.replaceSteps.proofWritten(row);
    this.#hooks.announceChange(row.ticket.systemId);
  }

  cancelChanged(row: CancelRow): void {
    const notice = cancelNotice(row);
    if (notice) this.#deps.notify(notice);
    if (!isPendingCancel(row)) {
      for (const id of endedCancelNoticeIds(row, this.#rows.cancels())) this.#deps.endNotice(id);
      if (!this.#hooks.isClosed()) this.#deps.scheduleRefresh(row.systemId);
    }
    this.#listeners?.cancelCheck.cancelChanged(row);
    this.#listeners?.replaceSteps.cancelAnswered(row);
    this.#hooks.announceChange(row.systemId);
  }
}
