// P17: a price goes from the typed text to the bytes on the wire, and back out of an answer,
// character for character. An id is never a number. The path is that of the program: field reader,
// contract check, request body, answer parser.
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { Ticket } from '#contract/model/ticket.ts';
import { submitBody } from '#core/orders/send/submit-request.ts';
import { readEnvelope } from '#core/platform/envelope.ts';
import { id, price } from '#core/platform/parse/scalars.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { seededRandom, ticket } from '#tests/unit/core/orders/order-fixtures.ts';

const ticketContract = Compile(Ticket);
const ownId = '177246180000001';

/** The text that is sent for a typed price, or a word that says why it is not sent. */
function sentText(typed: string): string {
  const read = readPrice(typed);
  if (read.state !== 'read') return read.state;
  const entered = ticket({ price: { kind: 'limit', limit: read.value }, profitTarget: null, stopLoss: null });
  if (!ticketContract.Check(entered)) return 'not in the contract';
  const line = JSON.stringify(submitBody({ ticket: entered, ownId }));
  return /"limit":"([^"]*)"/.exec(line)?.[1] ?? 'no price';
}

/** The price that the parser reads from this text in an answer. */
const parsedPrice = (text: string): string | null => price(text);

type Sum = { count: number; changed: number; scientific: number };

function check(text: string, sum: Sum): void {
  const sent = sentText(text);
  sum.count += 1;
  if (sent !== text || parsedPrice(text) !== text) sum.changed += 1;
  if (/[eE]/.test(sent)) sum.scientific += 1;
}

const decimalText = (value: bigint, places: number): string => {
  const text = value.toString().padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
};

/** The first `count` multiples of `step` as texts. `step` is in units of the last place. */
function* ticks(step: bigint, places: number, count: number): Generator<string> {
  for (let at = 1n; at <= BigInt(count); at++) yield decimalText(at * step, places);
}

/** The number of prices in cents: to 500 dollars in `npm test`, to 10,000 in the full size. */
const centCount = process.env['STRATDESK_PROMISES'] === 'full' ? 1_000_000 : 50_000;

const grids: readonly (readonly [name: string, texts: () => Iterable<string>])[] = [
  ['cents from 0.01', () => ticks(1n, 2, centCount)],
  ['thirty-seconds to 1,000', () => ticks(3_125n, 5, 32_000)],
  ['sixty-fourths to 1,000', () => ticks(15_625n, 6, 64_000)],
  ['two hundred and fifty-sixths to 250', () => ticks(390_625n, 8, 64_000)],
  ['ten-thousandths to 10', () => ticks(1n, 4, 100_000)],
];

// A million prices take half a minute on a busy machine.
test('every price of every grid is sent as typed and read unchanged (P17)', { timeout: 120_000 }, () => {
  const all: Sum = { count: 0, changed: 0, scientific: 0 };
  for (const [name, texts] of grids) {
    const sum: Sum = { count: 0, changed: 0, scientific: 0 };
    for (const text of texts()) check(text, sum);
    printSafetyFigure('P17', `changed of ${sum.count} ${name}`, sum.changed);
    all.changed += sum.changed;
    all.scientific += sum.scientific;
  }
  printSafetyFigure('P17', 'written with an exponent', all.scientific);
  expect(all).toMatchObject({ changed: 0, scientific: 0 });
});

test('prices within the bounds are unchanged; prices beyond are refused, never changed (P17)', () => {
  const sum: Sum = { count: 0, changed: 0, scientific: 0 };
  const random = seededRandom(17);
  const digit = (): string => String(Math.floor(random.fraction() * 10));
  for (let power = -9; power < 12; power++) {
    const powerOfTen = power < 0 ? `0.${'0'.repeat(-power - 1)}1` : `1${'0'.repeat(power)}`;
    check(powerOfTen, sum);
    for (let round = 0; round < 500; round++) {
      const whole = power < 0 ? '0' : `1${Array.from({ length: power }, digit).join('')}`;
      check(`${whole}.${Array.from({ length: 8 }, digit).join('')}1`, sum);
    }
  }
  printSafetyFigure('P17', `changed of ${sum.count} from 1e-9 to below 1e12`, sum.changed);
  expect(sum).toMatchObject({ changed: 0, scientific: 0 });
  for (const beyond of ['1000000000000', '0.0000000001', '1e5', '0']) expect(sentText(beyond), beyond).toBe('refused');
});

/** The prices that are read from an answer in which these texts are bare numbers. */
function receivedBare(texts: readonly string[]): (string | null)[] {
  const bytes = new TextEncoder().encode(`{"ok":1,"prices":[${texts.join(',')}]}`);
  const prices = readEnvelope(bytes).body?.['prices'];
  return Array.isArray(prices) ? prices.map(price) : [];
}

/** The text without the zeros at its end, which a bare number may lose. */
const withoutEndZeros = (text: string): string => text.replace(/\.?0+$/, '');

test('a price that is written as a bare number keeps its value, without an exponent (P17)', () => {
  const random = seededRandom(17);
  const digit = (): string => String(Math.floor(random.fraction() * 10));
  const texts = grids.flatMap(([, gridTexts]) => [...gridTexts()]);
  for (let power = 1; power <= 12; power++)
    for (let round = 0; round < 1_000; round++) {
      const whole = Array.from({ length: power - 1 }, digit).join('');
      texts.push(`1${whole}.${Array.from({ length: 8 }, digit).join('')}1`, `0.${'0'.repeat(power % 9)}1`);
    }
  const read = receivedBare(texts);
  const changed = texts.filter((text, at) => {
    const got = read[at] ?? '';
    return got !== text && got !== withoutEndZeros(text);
  });
  printSafetyFigure('P17', `changed of ${texts.length} bare numbers`, changed.length);
  expect(read).toHaveLength(texts.length);
  expect(changed.slice(0, 5)).toEqual([]);
  expect(read.filter((text) => /[eE]/.test(text ?? ''))).toEqual([]);
  expect(receivedBare(['1e-9', '5E2', '0', '-0.01'])).toEqual(['0.000000001', '500', null, '-0.01']);
});

test('a price written with all 17 digits of its double is read in its shortest form (P17)', () => {
  expect(receivedBare(['0.10000000000000001', '258.93000000000001', '100.50000000000000'])).toEqual([
    '0.1',
    '258.93',
    '100.5',
  ]);
});

test('a number of nineteen digits with a decimal point is not an id, not even rounded (P17)', () => {
  const { body } = readEnvelope(new TextEncoder().encode('{"ok":1,"bare":1234567890123456789.0}'));
  expect(id(body?.['bare'])).toBeNull();
});

test('ids of up to twenty digits keep every digit, as texts and as bare numbers (P17)', () => {
  const random = seededRandom(20);
  const count = 20_000;
  let changed = 0;
  for (let round = 0; round < count; round++) {
    const length = 1 + (round % 20);
    const drawn = Array.from({ length: length - 1 }, () => String(Math.floor(random.fraction() * 10))).join('');
    const text = `${1 + Math.floor(random.fraction() * 9)}${drawn}`;
    const body = readEnvelope(new TextEncoder().encode(`{"ok":1,"bare":${text},"text":"${text}"}`)).body;
    if (id(body?.['bare']) !== text || id(body?.['text']) !== text) changed += 1;
  }
  printSafetyFigure('P17', `changed of ${count} ids of 1 to 20 digits, each as text and as number`, changed);
  expect(changed).toBe(0);
});
