import { describe, expect, it } from 'vitest';
import { RequestLog } from '#practice/control/request-log.ts';

const KEY = 'k'.repeat(32);

const request = (body: string) => ({
  at: 1,
  method: 'POST',
  url: `/world/apiv3/submitSignal?apikey=${KEY}`,
  contentType: 'text/plain',
  body: Buffer.from(body),
  fault: null,
});

describe('the record of requests', () => {
  it('lists requests in order and without keys, even before its timer has removed the keys', () => {
    const log = new RequestLog([KEY]);
    for (let turn = 1; turn <= 200; turn += 1) log.add(request(`${String(turn)} ${KEY}`));
    const listed = log.list();
    expect(listed.map(({ number, body }) => `${String(number)}: ${body}`)).toEqual(
      Array.from({ length: 200 }, (_, at) => `${String(at + 1)}: ${String(at + 1)} [removed]`),
    );
    expect(JSON.stringify(listed)).not.toContain(KEY);
  });

  it('clearing also removes requests whose keys are not removed yet, and the numbers continue', () => {
    const log = new RequestLog([KEY]);
    log.add(request('before'));
    log.clear();
    expect(log.list()).toEqual([]);
    log.add(request('after'));
    expect(log.list().map(({ number, body }) => [number, body])).toEqual([[2, 'after']]);
  });
});
