import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

const START = Date.UTC(2006, 0, 3, 14, 30) / 1_000;
const INSTRUMENTS = ['stock', 'stock', 'stock', 'option', 'future', 'forex'] as const;

/**
 * The answer to `requestAllTrades_overview` in the form of the platform: the 22 members of the
 * specification, numbers as texts.
 */
export function platformTrades(count: number): string {
  const random = seededNumbers(21);
  const symbols = Array.from({ length: 500 }, (_, at) => ({
    symbol: `${String.fromCharCode(65 + (at % 26), 65 + ((at * 7) % 26))}${at}`,
    name: `${['HARBOR', 'SUMMIT', 'CANYON', 'INDIGO'][at % 4] ?? ''} NUMBER ${at} HOLDINGS`,
    instrument: INSTRUMENTS[at % INSTRUMENTS.length] ?? 'stock',
    price: 2 + random() * 400,
  }));
  let openedAt = START;
  const records = Array.from({ length: count }, (_, row) => {
    openedAt += 60 + Math.floor(random() * 10_000);
    const security = symbols[Math.floor(random() * symbols.length)] ?? {
      symbol: '',
      name: '',
      instrument: '',
      price: 1,
    };
    return record(row, openedAt, security, random);
  });
  return JSON.stringify({ ok: '1', response: records });
}

type Security = { readonly symbol: string; readonly name: string; readonly instrument: string; readonly price: number };

function record(row: number, openedAt: number, security: Security, random: () => number): object {
  const open = row % 50 === 0;
  const closedAt = openedAt + 60 + Math.floor(random() * 864_000);
  const [openPrice, closePrice] = [security.price * (0.8 + random() * 0.4), security.price * (0.8 + random() * 0.4)];
  const quantity = String(10 * (1 + Math.floor(random() * 50)));
  return {
    trade_id: String(120_000_000 + row * 3),
    open_or_closed: open ? 'open' : 'closed',
    long_or_short: random() < 0.7 ? 'long' : 'short',
    symbol: security.symbol,
    symbol_description: security.name,
    instrument: security.instrument,
    underlying: '',
    putcall: null,
    strike: null,
    expir: '',
    ptValue: security.instrument === 'future' ? '50' : '1',
    quant_opened: quantity,
    quant_closed: open ? '0' : quantity,
    opening_price_VWAP: openPrice.toFixed(5),
    closing_price_VWAP: open ? '' : closePrice.toFixed(5),
    openVWAP_timestamp: String(openedAt),
    closeVWAP_timestamp: open ? null : String(closedAt),
    openedWhen: easternTimeText(openedAt),
    closedWhen: open ? '' : easternTimeText(closedAt),
    closedWhenUnixTimeStamp: open ? '' : String(closedAt),
    markToMarket_time: open ? easternTimeText(openedAt + 86_400) : '',
    PL: String(Math.round((closePrice - openPrice) * Number(quantity))),
  };
}

const easternTimeText = (seconds: number): string =>
  new Date((seconds - 18_000) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
