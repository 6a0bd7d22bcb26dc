const sentence =
  'The platform answered with a text of several sentences that has no line break, names the order and the account, and ends with what the trader has to do next.';
const unbreakableUrl = 'https://reports.desk.example.com/answers/2026-03-02/00000000-0000-4000-8000-00000000b001.json';

/**
 * Appended to the text of a member. The original text is kept, so that different texts stay
 * different: some of them are keys of lists.
 */
const additions: Readonly<Record<string, string>> = {
  name: ' Transcontinental Volatility and Calendar Spread Overnight Income Portfolio II',
  owner: '-transcontinental-volatility-desk-of-the-southern-hemisphere',
  ownerScreenName: ' of the Transcontinental Volatility and Calendar Spread Overnight Income Desk',
  description: ' Class A common stock, adjusted for the split and the special dividend of 2026',
  shortDescription: ` ${sentence}`,
  longDescription: ` ${sentence} ${sentence} ${sentence}`,
  title: ' for a strategy with a long name on a connection with a long name',
  text: ` ${sentence} ${unbreakableUrl}`,
  country: ' and the United Kingdom of Great Britain and Northern Ireland',
  status: ', by the choice of the person and not yet confirmed by the platform',
  baseUrl: '/transcontinental/volatility/desk/of/the/southern/hemisphere/api/of/the/third/version',
};

const replacements: Readonly<Record<string, string>> = {
  profit: '-12345678.90',
  quantity: '1234567',
  quantityOpened: '1234567',
  averagePrice: '123456.78125',
  openPrice: '123456.78125',
  closePrice: '123456.78125',
  limit: '123456.78125',
  stop: '123456.78125',
  tradedPrice: '123456.78125',
  modelAccountValue: '1234567890.12',
  cash: '-1234567890.12',
  buyPower: '1234567890.12',
  marginUsed: '1234567890.12',
  symbol: 'GOOGL2620C1182.5',
};

/** A copy of the value with the longest texts and figures that are likely. */
export function withLongTexts<Value>(value: Value): Value {
  const copy = structuredClone(value);
  lengthen(copy);
  return copy;
}

function lengthen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') lengthen(inner);
    else Reflect.set(value, member, replacements[member] ?? `${inner}${additions[member] ?? ''}`);
  }
}
