import { pointValuesOfTrades } from './point-values.ts';

// The tables of the cache, oldest migration first. `user_version` is the number of migrations of a
// file. Decimals are stored as the platform's text; the `…_key` column is the same number as a
// float, for ORDER BY only.

const initialTables = `
  CREATE TABLE readings (
    system_id TEXT NOT NULL, dataset TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0, read_at INTEGER, failure TEXT,
    PRIMARY KEY (system_id, dataset)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE strategies (
    system_id TEXT PRIMARY KEY, place INTEGER NOT NULL, listed INTEGER NOT NULL,
    name TEXT NOT NULL, short_description TEXT NOT NULL, long_description TEXT NOT NULL, creator TEXT NOT NULL,
    created_at INTEGER, created_text TEXT NOT NULL, monthly_fee TEXT, free_trial_days TEXT, alive INTEGER
  ) STRICT;

  CREATE TABLE details (system_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE margin (system_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;

  CREATE TABLE signals (
    system_id TEXT NOT NULL, service_id TEXT NOT NULL, own_id TEXT,
    status TEXT NOT NULL, status_text TEXT NOT NULL, action TEXT NOT NULL, quantity TEXT NOT NULL,
    symbol TEXT NOT NULL, name TEXT NOT NULL, instrument TEXT, kind TEXT NOT NULL, limit_price TEXT, stop_price TEXT,
    duration TEXT, posted_at INTEGER, traded_at INTEGER, canceled_at INTEGER, expired_at INTEGER, traded_price TEXT,
    opening_trade_id TEXT, closing_trade_id TEXT, oca_id TEXT, parent_id TEXT, parked_until INTEGER,
    in_working INTEGER NOT NULL DEFAULT 0, unlisted INTEGER NOT NULL DEFAULT 0, seen_at INTEGER NOT NULL,
    live INTEGER NOT NULL GENERATED ALWAYS AS (status IN ('working', 'waiting') OR in_working = 1) STORED,
    changed_at INTEGER NOT NULL GENERATED ALWAYS AS (
      max(ifnull(posted_at, 0), ifnull(traded_at, 0), ifnull(canceled_at, 0), ifnull(expired_at, 0))) STORED,
    PRIMARY KEY (system_id, service_id)
  ) STRICT;
  CREATE INDEX signals_by_change ON signals (system_id, live DESC, changed_at DESC, service_id DESC);
  CREATE INDEX signals_by_posting ON signals (system_id, posted_at);
  CREATE INDEX signals_alive ON signals (system_id, posted_at) WHERE live = 1;

  CREATE TABLE signal_slices (
    system_id TEXT NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, read_at INTEGER NOT NULL,
    PRIMARY KEY (system_id, from_at, to_at)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE trades (
    system_id TEXT NOT NULL, trade_id TEXT NOT NULL, open INTEGER NOT NULL, in_open INTEGER NOT NULL DEFAULT 0,
    side TEXT NOT NULL, symbol TEXT NOT NULL, description TEXT NOT NULL, instrument TEXT, point_value TEXT,
    currency TEXT NOT NULL, quantity_opened TEXT NOT NULL, quantity_closed TEXT NOT NULL, open_price TEXT,
    close_price TEXT, opened_at INTEGER, closed_at INTEGER, marked_at INTEGER, profit TEXT, held_seconds INTEGER,
    components_read INTEGER NOT NULL DEFAULT 0,
    point_value_key REAL GENERATED ALWAYS AS (CAST(point_value AS REAL)) VIRTUAL,
    quantity_opened_key REAL GENERATED ALWAYS AS (CAST(quantity_opened AS REAL)) VIRTUAL,
    quantity_closed_key REAL GENERATED ALWAYS AS (CAST(quantity_closed AS REAL)) VIRTUAL,
    open_price_key REAL GENERATED ALWAYS AS (CAST(open_price AS REAL)) VIRTUAL,
    close_price_key REAL GENERATED ALWAYS AS (CAST(close_price AS REAL)) VIRTUAL,
    profit_key REAL GENERATED ALWAYS AS (CAST(profit AS REAL)) VIRTUAL,
    trade_key INTEGER GENERATED ALWAYS AS (CAST(trade_id AS INTEGER)) VIRTUAL,
    PRIMARY KEY (system_id, trade_id)
  ) STRICT;
  CREATE INDEX trades_by_opened ON trades (system_id, opened_at, trade_key);
  CREATE INDEX trades_by_closed ON trades (system_id, closed_at, trade_key);
  CREATE INDEX trades_by_profit ON trades (system_id, profit_key, trade_key);
  CREATE INDEX trades_by_symbol ON trades (system_id, symbol, trade_key);
  CREATE INDEX trades_open ON trades (system_id, symbol) WHERE open = 1;

  CREATE TABLE components (
    system_id TEXT NOT NULL, trade_id TEXT NOT NULL, place INTEGER NOT NULL, service_id TEXT NOT NULL,
    action TEXT, quantity TEXT NOT NULL, symbol TEXT NOT NULL, price TEXT, traded_at INTEGER, traded_text TEXT NOT NULL,
    PRIMARY KEY (system_id, trade_id, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE equity (
    system_id TEXT NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL,
    with_cost REAL, raw REAL, index_level REAL, fees TEXT,
    PRIMARY KEY (system_id, at, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE equity_scale (system_id TEXT PRIMARY KEY, index_scale TEXT) STRICT;
`;

// Trades are sorted and filtered in memory (core/trades). `answer_hash` recognized an answer
// without changes.
const hashedTrades = `
  DROP INDEX trades_by_closed;
  DROP INDEX trades_by_profit;
  ALTER TABLE trades ADD COLUMN answer_hash INTEGER NOT NULL DEFAULT 0;
`;

// The age of shown data is the age of its reading, which is in `readings`.
const signalsWithoutAge = `ALTER TABLE signals DROP COLUMN seen_at`;

// A curve for each commission plan that was read; '' is the platform's default.
const equityByPlan = `
  ALTER TABLE equity RENAME TO equity_before;
  CREATE TABLE equity (
    system_id TEXT NOT NULL, plan TEXT NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL,
    with_cost REAL, raw REAL, index_level REAL, fees TEXT,
    PRIMARY KEY (system_id, plan, at, place)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO equity SELECT system_id, '', at, place, with_cost, raw, index_level, fees FROM equity_before;
  DROP TABLE equity_before;
  ALTER TABLE equity_scale RENAME TO equity_scale_before;
  CREATE TABLE equity_scale (
    system_id TEXT NOT NULL, plan TEXT NOT NULL, index_scale TEXT, PRIMARY KEY (system_id, plan)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO equity_scale SELECT system_id, '', index_scale FROM equity_scale_before;
  DROP TABLE equity_scale_before;
`;

// Tables of lists. A row that a later answer leaves out is retained and marked as unlisted.
const listTables = `
  CREATE TABLE desired (system_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE subscribers (
    system_id TEXT NOT NULL, item_id TEXT NOT NULL, place INTEGER NOT NULL, listed INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (system_id, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE roster (
    system_id TEXT NOT NULL, item_id TEXT NOT NULL, place INTEGER NOT NULL, listed INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (system_id, item_id)
  ) STRICT, WITHOUT ROWID;
`;

// A row that is missing in a later whole answer is retained. `unlisted_at` is the time of the first
// reading without the row (unix seconds), null while the row is listed.
const unlistedRows = `
  ALTER TABLE trades ADD COLUMN unlisted_at INTEGER;
  CREATE INDEX trades_unlisted ON trades (system_id) WHERE unlisted_at IS NOT NULL;
  ALTER TABLE equity ADD COLUMN unlisted_at INTEGER;
  CREATE INDEX equity_unlisted ON equity (system_id, plan) WHERE unlisted_at IS NOT NULL;
`;

// Lets readers fetch only the signals that changed since a revision. Deleted rows increment a
// counter.
const signalRevisions = `
  ALTER TABLE signals ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX signals_by_revision ON signals (system_id, revision);
  CREATE TRIGGER signals_removed AFTER DELETE ON signals BEGIN
    INSERT INTO readings (system_id, dataset, revision) VALUES (old.system_id, 'signalsRemoved', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
  END;
`;

// Makes the first load of trades faster: hashes are computed from the rows, and only one query used
// the index of all trades by symbol.
const smallerTrades = `
  ALTER TABLE trades DROP COLUMN answer_hash;
  DROP INDEX trades_by_symbol;
  CREATE TABLE point_values (
    system_id TEXT NOT NULL, symbol TEXT NOT NULL, trade_id TEXT NOT NULL, point_value TEXT NOT NULL,
    PRIMARY KEY (system_id, symbol)
  ) STRICT, WITHOUT ROWID;
  ${pointValuesOfTrades};
`;

// After each reading only a few of thousands of live signals are queried: unresolved ones, and
// stops that protect a position.
const signalIndexes = `
  DROP INDEX signals_alive;
  CREATE INDEX signals_loose ON signals (system_id, posted_at) WHERE live = 1 AND in_working = 0;
  CREATE INDEX signals_stops ON signals (system_id) WHERE live = 1 AND kind = 'stop' AND unlisted = 0;
`;

// Signal records that can be read only in part, with the readable part. `from_at` is null for the
// working list.
const unreadableSignals = `
  CREATE TABLE unreadable_signals (
    system_id TEXT NOT NULL, from_at INTEGER, to_at INTEGER, listed INTEGER NOT NULL,
    service_id TEXT, own_id TEXT, symbol TEXT, action TEXT, posted_at INTEGER, problem TEXT NOT NULL, raw TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unreadable_by_system ON unreadable_signals (system_id);
`;

// 1 if the id of the record is in its list more than once, with different content.
const contradictingSignals = `
  ALTER TABLE unreadable_signals ADD COLUMN contradicts INTEGER NOT NULL DEFAULT 0;
`;

const brokerLists = `
  CREATE TABLE brokers (system_id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
`;

// People of a private platform. `record` has everything, `summary` what the list shows.
const people = `
  CREATE TABLE people (
    system_id TEXT NOT NULL, item_id TEXT NOT NULL, place INTEGER NOT NULL, listed INTEGER NOT NULL,
    record TEXT NOT NULL, summary TEXT NOT NULL,
    PRIMARY KEY (system_id, item_id)
  ) STRICT, WITHOUT ROWID;
`;

// The terms of an option as the platform names them beside its symbol, as JSON.
const optionTerms = `
  ALTER TABLE signals ADD COLUMN option_terms TEXT;
  ALTER TABLE trades ADD COLUMN option_terms TEXT;
`;

const brokersOfPerson = `
  ALTER TABLE brokers RENAME TO brokers_of_strategy;
  CREATE TABLE brokers (
    system_id TEXT NOT NULL, person_id TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (system_id, person_id)
  ) STRICT;
  INSERT INTO brokers SELECT system_id, '', record FROM brokers_of_strategy;
  DROP TABLE brokers_of_strategy;
`;

// Earlier versions also stored point values in other currencies.
const dollarPointValues = `
  DELETE FROM point_values;
  ${pointValuesOfTrades};
`;

// 1 if some records of the last successful reading could not be read. Before, only the failure said
// so, which a later failure replaces.
const partlyRead = `
  ALTER TABLE readings ADD COLUMN partly_read INTEGER NOT NULL DEFAULT 0;
  UPDATE readings SET partly_read = 1 WHERE instr(failure, '"read.some-unreadable"') > 0;
`;

export const migrations: readonly string[] = [
  initialTables,
  hashedTrades,
  signalsWithoutAge,
  equityByPlan,
  listTables,
  unlistedRows,
  signalRevisions,
  smallerTrades,
  signalIndexes,
  unreadableSignals,
  contradictingSignals,
  brokerLists,
  people,
  optionTerms,
  brokersOfPerson,
  dollarPointValues,
  partlyRead,
];
