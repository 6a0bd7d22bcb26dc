import type { StoredTables } from '#core/salvage/salvage-file.ts';
import { componentOf } from '#core/cache/tables/components-table.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import { number, text, textOrNull, type Row } from '#core/sqlite/row.ts';
import { markCacheIncomplete } from './mark-cache-incomplete.ts';
import { signalOf } from '#core/cache/tables/signals-table.ts';
import { storedShapes } from '#core/cache/tables/stored-shapes.ts';
import { strategyOf } from '#core/cache/tables/strategies-table.ts';
import { tradeOf } from '#core/cache/tables/trades-table.ts';
import { unreadableOf } from '#core/cache/tables/unreadable-table.ts';

/** Throws when the text is not JSON. */
const record = (row: Row): unknown => JSON.parse(text(row, 'record'));

const rowChecks: StoredTables['rowChecks'] = () => {
  const shapes = storedShapes();
  return {
    strategies: (row) => shapes.strategy.Check(strategyOf(row)),
    signals: (row) => shapes.signal.Check(signalOf(row)),
    trades: (row) => shapes.trade.Check(tradeOf(row)),
    components: (row) => shapes.component.Check(componentOf(row)),
    equity: (row): unknown => JSON.parse(textOrNull(row, 'fees') ?? 'null'),
    signal_slices: (row) => number(row, 'from_at') <= number(row, 'to_at'),
    unreadable_signals: (row) => unreadableOf(row),
    readings: (row) => text(row, 'dataset') !== 'whole' || /^\d*$/.test(text(row, 'failure')),
    details: record,
    margin: record,
    desired: record,
    subscribers: record,
    roster: record,
  };
};

export const cacheTables: StoredTables = { migrations, rowChecks, markIncomplete: markCacheIncomplete };
