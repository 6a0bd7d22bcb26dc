import { describe, expect, it } from 'vitest';
import { fixed, formatFixed, ONE, roundFixed } from '#rules/decimal.ts';
import { bookFill } from '#rules/trades/position.ts';
import type { Action } from '#rules/order-terms.ts';
import {
  closingVwap,
  openingVwap,
  openQuantity,
  tradeProfit,
  type InstrumentTerms,
  type Trade,
  type FillPart,
} from '#rules/trades/trade.ts';
import { BookOwner } from './desk.ts';

type Fill = readonly [action: Action, quantity: string, price: string];
/**
 * The figures of a trade that are compared. `profit` is in dollars at the mark of the row.
 */
type TradeFigures = {
  readonly side: 'long' | 'short';
  readonly state: 'open' | 'closed';
  readonly opened: string;
  readonly closed: string;
  readonly openVwap: string;
  readonly closeVwap: string | null;
  readonly profit: string;
};
type Row = {
  readonly row: string;
  readonly fills: readonly Fill[];
  readonly mark: string;
  readonly terms?: { readonly pointValue: string; readonly usdRate?: string };
  readonly trades: readonly TradeFigures[];
  /** trade number, part, action, quantity, price */
  readonly fillParts: readonly string[];
};

const tradeFigures = (
  side: TradeFigures['side'],
  state: TradeFigures['state'],
  [opened, closed]: readonly [string, string],
  [openVwap, closeVwap]: readonly [string, string | null],
  profit: string,
): TradeFigures => ({ side, state, opened, closed, openVwap, closeVwap, profit });

const ROWS: readonly Row[] = [
  {
    row: 'none | buy to open | open, long',
    fills: [['BTO', '100', '10']],
    mark: '11.5',
    trades: [tradeFigures('long', 'open', ['100', '0'], ['10', null], '150')], // 100 × 1.5
    fillParts: ['1 opening BTO 100 10'],
  },
  {
    row: 'none | sell to open | open, short',
    fills: [['STO', '100', '10']],
    mark: '11.5',
    trades: [tradeFigures('short', 'open', ['100', '0'], ['10', null], '-150')],
    fillParts: ['1 opening STO 100 10'],
  },
  {
    row: 'none | sell short, the same as sell to open | open, short',
    fills: [['SSHORT', '100', '10']],
    mark: '8',
    trades: [tradeFigures('short', 'open', ['100', '0'], ['10', null], '200')],
    fillParts: ['1 opening SSHORT 100 10'],
  },
  {
    row: 'open, long | a second buy | the opening VWAP is the blend',
    fills: [
      ['BTO', '100', '10'],
      ['BTO', '300', '12'],
    ],
    mark: '12',
    trades: [tradeFigures('long', 'open', ['400', '0'], ['11.5', null], '200')], // (1000 + 3600) / 400; 400 × 0.5
    fillParts: ['1 opening BTO 100 10', '1 opening BTO 300 12'],
  },
  {
    row: 'open, long | three buys whose average has endless decimals | rounded to nine decimals',
    fills: [
      ['BTO', '1', '10'],
      ['BTO', '1', '10'],
      ['BTO', '1', '11'],
    ],
    mark: '11',
    trades: [tradeFigures('long', 'open', ['3', '0'], ['10.333333333', null], '2')], // 31 / 3; 33 − 31
    fillParts: ['1 opening BTO 1 10', '1 opening BTO 1 10', '1 opening BTO 1 11'],
  },
  {
    row: 'open, long | two buys whose average ends in half a billionth | rounded away from zero',
    fills: [
      ['BTO', '1', '10'],
      ['BTO', '1', '10.000000001'],
    ],
    mark: '10.000000001',
    trades: [tradeFigures('long', 'open', ['2', '0'], ['10.000000001', null], '0')],
    fillParts: ['1 opening BTO 1 10', '1 opening BTO 1 10.000000001'],
  },
  {
    row: 'open, long | sell a part | still open, what is closed has its own VWAP',
    fills: [
      ['BTO', '100', '10'],
      ['STC', '40', '12'],
    ],
    mark: '11',
    trades: [tradeFigures('long', 'open', ['100', '40'], ['10', '12'], '140')], // 40 × 2 + 60 × 1
    fillParts: ['1 opening BTO 100 10', '1 closing STC 40 12'],
  },
  {
    row: 'open, long | sell in two parts | the closing VWAP is the blend of both',
    fills: [
      ['BTO', '100', '10'],
      ['STC', '25', '12'],
      ['STC', '75', '8'],
    ],
    mark: '99',
    trades: [tradeFigures('long', 'closed', ['100', '100'], ['10', '9'], '-100')], // (300 + 600) / 100; 50 − 150
    fillParts: ['1 opening BTO 100 10', '1 closing STC 25 12', '1 closing STC 75 8'],
  },
  {
    row: 'open, long | sell all | closed, the mark no longer counts',
    fills: [
      ['BTO', '100', '10'],
      ['STC', '100', '12.25'],
    ],
    mark: '99',
    trades: [tradeFigures('long', 'closed', ['100', '100'], ['10', '12.25'], '225')],
    fillParts: ['1 opening BTO 100 10', '1 closing STC 100 12.25'],
  },
  {
    row: 'open, short | buy to cover | closed',
    fills: [
      ['STO', '10', '50'],
      ['BTC', '10', '45.5'],
    ],
    mark: '99',
    trades: [tradeFigures('short', 'closed', ['10', '10'], ['50', '45.5'], '45')],
    fillParts: ['1 opening STO 10 50', '1 closing BTC 10 45.5'],
  },
  {
    row: 'open, long | sell to open instead of sell to close | closes as well: positions are netted',
    fills: [
      ['BTO', '100', '10'],
      ['STO', '100', '11'],
    ],
    mark: '99',
    trades: [tradeFigures('long', 'closed', ['100', '100'], ['10', '11'], '100')],
    fillParts: ['1 opening BTO 100 10', '1 closing STO 100 11'],
  },
  {
    row: 'open, long | sell more than is held | closes across zero and opens a short with the rest',
    fills: [
      ['BTO', '100', '10'],
      ['STO', '250', '9'],
    ],
    mark: '8',
    trades: [
      tradeFigures('long', 'closed', ['100', '100'], ['10', '9'], '-100'),
      tradeFigures('short', 'open', ['150', '0'], ['9', null], '150'), // 150 × 1
    ],
    fillParts: ['1 opening BTO 100 10', '1 closing STO 100 9', '2 opening STO 150 9'],
  },
  {
    row: 'open, short, added to, covered in part | buy more than is owed | closes across zero and opens a long',
    fills: [
      ['SSHORT', '20', '50'],
      ['STO', '30', '55'],
      ['BTC', '10', '52'],
      ['BTO', '60', '51'],
    ],
    mark: '53',
    trades: [
      // opened (1000 + 1650) / 50 = 53; closed (520 + 2040) / 50 = 51.2; 50 × 1.8
      tradeFigures('short', 'closed', ['50', '50'], ['53', '51.2'], '90'),
      tradeFigures('long', 'open', ['20', '0'], ['51', null], '40'),
    ],
    fillParts: [
      '1 opening SSHORT 20 50',
      '1 opening STO 30 55',
      '1 closing BTC 10 52',
      '1 closing BTO 40 51',
      '2 opening BTO 20 51',
    ],
  },
  {
    row: 'closed | buy to open | a trade of its own',
    fills: [
      ['BTO', '10', '10'],
      ['STC', '10', '11'],
      ['BTO', '10', '12'],
    ],
    mark: '12',
    trades: [
      tradeFigures('long', 'closed', ['10', '10'], ['10', '11'], '10'),
      tradeFigures('long', 'open', ['10', '0'], ['12', null], '0'),
    ],
    fillParts: ['1 opening BTO 10 10', '1 closing STC 10 11', '2 opening BTO 10 12'],
  },
  {
    row: 'a future | point value 50 | two contracts, 7.75 points',
    fills: [
      ['BTO', '2', '6892.25'],
      ['STC', '2', '6900'],
    ],
    mark: '1',
    terms: { pointValue: '50' },
    trades: [tradeFigures('long', 'closed', ['2', '2'], ['6892.25', '6900'], '775')], // 2 × 7.75 × 50
    fillParts: ['1 opening BTO 2 6892.25', '1 closing STC 2 6900'],
  },
  {
    row: 'an option | point value 100 | short and still open: valued at the mark',
    fills: [['STO', '3', '2.35']],
    mark: '0.05',
    terms: { pointValue: '100' },
    trades: [tradeFigures('short', 'open', ['3', '0'], ['2.35', null], '690')], // 3 × 2.30 × 100
    fillParts: ['1 opening STO 3 2.35'],
  },
  {
    row: 'a pair quoted in dollars | point value 10000 | three mini-lots, 20 pips',
    fills: [
      ['BTO', '3', '1.0840'],
      ['STC', '3', '1.0860'],
    ],
    mark: '1',
    terms: { pointValue: '10000' },
    trades: [tradeFigures('long', 'closed', ['3', '3'], ['1.084', '1.086'], '60')], // 3 × 0.0020 × 10000
    fillParts: ['1 opening BTO 3 1.084', '1 closing STC 3 1.086'],
  },
  {
    row: 'a pair quoted in another currency | point value 10000, 0.00625 dollars a unit | short, 2 yen',
    fills: [
      ['STO', '4', '160'],
      ['BTC', '4', '158'],
    ],
    mark: '1',
    terms: { pointValue: '10000', usdRate: '0.00625' },
    trades: [tradeFigures('short', 'closed', ['4', '4'], ['160', '158'], '500')], // 4 × 2 × 10000 × 0.00625
    fillParts: ['1 opening STO 4 160', '1 closing BTC 4 158'],
  },
];

/** Books the fills one after the other, as the service does. */
function book({ fills, terms }: Row): { trades: Trade[]; fillParts: FillPart[] } {
  const fixedTerms: InstrumentTerms = {
    pointValue: fixed(terms?.pointValue ?? '1'),
    usdRate: fixed(terms?.usdRate ?? '1'),
  };
  const trades = new Map<string, Trade>();
  const fillParts: FillPart[] = [];
  fills.forEach(([action, quantity, price], index) => {
    const open = [...trades.values()].find((trade) => trade.closedAt === null);
    const signal = { id: `s${index}`, action, quantity: fixed(quantity), symbol: 'X', instrument: 'stock' } as const;
    const fill = { signal, price: fixed(price), at: index };
    const { closing, opening } = bookFill(open, fill, fixedTerms, () => String(trades.size + 1));
    for (const part of [closing, opening]) {
      if (part === null) continue;
      trades.set(part.trade.id, part.trade);
      fillParts.push(part.fillPart);
    }
  });
  return { trades: [...trades.values()], fillParts };
}

function figuresOf(trade: Trade, mark: string): TradeFigures {
  const closed = closingVwap(trade);
  return {
    side: trade.side,
    state: trade.closedAt === null ? 'open' : 'closed',
    opened: formatFixed(trade.opened),
    closed: formatFixed(trade.closed),
    openVwap: formatFixed(openingVwap(trade)),
    closeVwap: closed === undefined ? null : formatFixed(closed),
    profit: formatFixed(roundFixed(tradeProfit(trade, fixed(mark)), 6)),
  };
}

describe('[States/Trade] the table of trades, with figures worked out by hand', () => {
  it.each(ROWS.map((one) => [one.row, one] as const))('%s', (_name, one) => {
    const { trades, fillParts } = book(one);
    expect(trades.map((trade) => figuresOf(trade, one.mark))).toEqual(one.trades);
    const written = fillParts.map((fillPart) =>
      [
        fillPart.tradeId,
        fillPart.part,
        fillPart.action,
        formatFixed(fillPart.quantity),
        formatFixed(fillPart.price),
      ].join(' '),
    );
    expect(written).toEqual(one.fillParts);
  });

  it('quantities, money and fill parts add up after every sequence of four fills', () => {
    const actions: readonly Action[] = ['BTO', 'STO', 'BTC', 'STC'];
    const quantities = ['100', '50', '150'];
    const choices = actions.flatMap((action) => quantities.map((quantity) => [action, quantity] as const));
    const prices = ['10', '12', '9', '11'];
    let sequenceCount = 0;
    for (const a of choices)
      for (const b of choices)
        for (const c of choices)
          for (const d of choices) {
            sequenceCount += 1;
            const fills = [a, b, c, d].map(([action, quantity], at): Fill => [action, quantity, prices[at] ?? '1']);
            checkSums({ row: '', fills, mark: '13', trades: [], fillParts: [] });
          }
    expect(sequenceCount).toBe(12 ** 4);
  });
});

/**
 * Compares the money paid and received with the profits of the trades. It does not repeat the
 * netting rules.
 */
function checkSums(row: Row): void {
  const { trades, fillParts } = book(row);
  const mark = fixed(row.mark);
  let cash = 0n;
  let held = 0n;
  for (const [action, quantity, price] of row.fills) {
    const signed = action.startsWith('B') ? fixed(quantity) : -fixed(quantity);
    held += signed;
    cash -= (signed * fixed(price)) / ONE;
  }
  const position = trades.reduce((sum, trade) => sum + openQuantity(trade) * (trade.side === 'long' ? 1n : -1n), 0n);
  const earned = trades.reduce((sum, trade) => sum + tradeProfit(trade, mark), 0n);
  if (position !== held) throw new Error(`holds ${held}, the trades say ${position}: ${JSON.stringify(row.fills)}`);
  if (earned !== cash + (held * mark) / ONE) throw new Error(`money is lost: ${JSON.stringify(row.fills)}`);
  if (trades.filter((trade) => trade.closedAt === null).length > 1) throw new Error('two open trades of one symbol');
  row.fills.forEach(([, quantity], at) => {
    const parts = fillParts
      .filter((fillPart) => fillPart.signalId === `s${at}`)
      .reduce((sum, fillPart) => sum + fillPart.quantity, 0n);
    if (parts !== fixed(quantity)) throw new Error(`fill ${at} is not wholly booked: ${JSON.stringify(row.fills)}`);
  });
}

describe('[States/Trade] signals name their trades', () => {
  it('opening fills use trade_id_opening, closing fills trade_id_closing, reversals both', () => {
    const desk = new BookOwner();
    const ids = (id: string) => [desk.get(id).openingTradeId, desk.get(id).closingTradeId];
    const open = desk.place({ quantity: '100' });
    desk.tick('10');
    const reverse = desk.place({ action: 'STO', quantity: '150' });
    desk.tick('11');
    const close = desk.place({ action: 'BTC', quantity: '50' });
    desk.tick('9');
    const [first, second] = [...desk.trades.keys()];
    expect([ids(open.id), ids(reverse.id), ids(close.id)]).toEqual([
      [first, null],
      [second, first],
      [null, second],
    ]);
    expect([...desk.trades.values()].map((trade) => [trade.side, trade.closedAt === null])).toEqual([
      ['long', false],
      ['short', false],
    ]);
  });

  it('signals and trades draw their ids from one growing counter', () => {
    const desk = new BookOwner();
    const signal = desk.place({ profitTarget: '20', stopLoss: '5' });
    desk.tick('10');
    const [trade] = [...desk.trades.keys()];
    expect(Number(trade)).toBeGreaterThan(Number(signal.stopLossId));
    expect(Number(desk.place({}).id)).toBeGreaterThan(Number(trade));
  });
});
