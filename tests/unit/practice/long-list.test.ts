import { expect, it } from 'vitest';
import { printEnvelope } from '#practice/envelope.ts';
import { LongList, longListOf, plainEnvelope, printInParts } from '#practice/long-list.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const record = (at: number): object => ({
  signal_id: String(at),
  name: `"response": [] \n   "response": [${at}]`,
  empty: [],
  deep: { of: [at, { x: null }] },
});
const envelope = (count: number) => ({
  ok: '1',
  note: '\n   "response": []',
  response: new LongList(numbers(count), record),
  elapsed_time: '0.0001',
});
const isCallerWaiting = (): boolean => true;

it.each([0, 1, 250, 251, 500, 501, 1_234])('%i records give the same bytes in parts and at once', async (count) => {
  const plain = { ...envelope(count), response: numbers(count).map(record) };
  expect(printEnvelope(envelope(count))).toBe(printEnvelope(plain));
  expect(plainEnvelope(envelope(count))).toEqual(plain);
  expect(await printInParts(envelope(count), isCallerWaiting)).toBe(printEnvelope(plain));
  expect(longListOf(envelope(count)) !== null).toBe(count > 250);
});

it('other tasks run between the parts', async () => {
  const printedCounts: number[] = [];
  let printedRecords = 0;
  const response = new LongList(numbers(1_000), (at) => ((printedRecords += 1), record(at)));
  const runTask = (): void => {
    printedCounts.push(printedRecords);
    if (printedCounts.length < 5) setImmediate(runTask);
  };
  setImmediate(runTask);
  await printInParts({ ok: '1', response }, isCallerWaiting);
  expect(printedCounts.filter((at) => at > 0 && at < 1_000)).toEqual([250, 500, 750]);
});

it('a list whose caller has gone is not printed to its end', async () => {
  let printedRecords = 0;
  const response = new LongList(numbers(10_000), (at) => ((printedRecords += 1), record(at)));
  expect(await printInParts({ ok: '1', response }, () => printedRecords < 500)).toBeNull();
  expect(printedRecords).toBe(500);
});
