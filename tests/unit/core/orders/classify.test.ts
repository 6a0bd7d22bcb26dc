import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifySubmit } from '#core/orders/send/classify.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import { words } from '#renderer/messages/words.ts';
import { ticket } from './order-fixtures.ts';

const ownId = '177246180000001';
const sent = { ownId, ticket: ticket(), mode: 'LIVE' as const };

const answered = (body: unknown, httpStatus = 200): PlatformResult => ({
  kind: 'answer',
  httpStatus,
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  sentAt: 1,
  receivedAt: 2,
});

/** The echo as described in platform-notes 33 and in platform-api under "Echoed on submit". */
const echo = (changes: object = {}): object => ({
  market: '0',
  signalid: '155664001',
  localsignalid: ownId,
  systemid: sent.ticket.systemId,
  symbol: 'AAPL',
  typeofsymbol: 'stock',
  quant: '100',
  limit: '150.1',
  stop: '0',
  action: 'BTO',
  duration: 'GTC',
  day: '0',
  gtc: '1',
  profittarget: '160',
  stoploss: '145.50',
  profittargetsignalid: '155664002',
  stoplosssignalid: '155664003',
  targetocagroupid: '155664004',
  pointvalue: 1,
  ...changes,
});
const ok = (changes: object = {}, flag: unknown = '1'): object => ({
  ok: flag,
  signal: echo(changes),
  signalid: ownId,
  elapsed_time: '0.0123',
});

const verdict = (result: PlatformResult): string => classifySubmit(result, sent).kind;

const noTerms = {
  description: null,
  currency: null,
  pointValue: null,
  priceDecimals: null,
  comments: null,
  expiresAt: null,
};

describe('the verdict on a submit (order-safety 3)', () => {
  it('is "not sent" if it is proved that nothing was sent', () => {
    expect(verdict({ kind: 'not-sent', text: 'refused connection' })).toBe('not-sent');
  });

  it.each(['1', 1])('accepts ok %j with the own id and reads the ids of the bracket', (flag) => {
    expect(classifySubmit(answered(ok({}, flag)), sent)).toEqual({
      kind: 'accepted',
      serviceIds: { signal: '155664001', target: '155664002', stop: '155664003', ocaGroup: '155664004', parent: null },
      mirror: { status: 'working', tradedPrice: null, at: null },
      answer: [],
      alarm: null,
      notShown: [],
      terms: { ...noTerms, pointValue: '1' },
    });
  });

  it('reads the contract terms and the expiry of the order from the answer', () => {
    const terms = {
      description: 'APPLE',
      currency: 'USD',
      decimalprecision: '2',
      comments: ' x ',
      expiresat: '1893456000',
    };
    expect(classifySubmit(answered(ok(terms)), sent)).toMatchObject({
      alarm: null,
      terms: {
        description: 'APPLE',
        currency: 'USD',
        pointValue: '1',
        priceDecimals: '2',
        comments: 'x',
        expiresAt: 1_893_456_000,
      },
    });
    expect(classifySubmit(answered(ok({ pointvalue: null })), sent)).toMatchObject({ terms: null });
  });

  it.each([
    [{ quant: '10' }, 'quantity 100 → 10'],
    [{ symbol: 'MSFT' }, 'symbol AAPL → MSFT'],
    [{ limit: '151' }, 'limit 150.10 → 151'],
    [{ limit: '0', market: '1' }, 'limit → market'],
    [{ action: 'STO' }, 'action BTO → STO'],
    [{ stoploss: '0' }, 'stop loss 145.5 → none'],
    [{ stop: '3' }, 'stop none → 3'],
  ])('accepts a differing echo %j with an alarm', (changes, text) => {
    const found = classifySubmit(answered(ok(changes)), sent);
    expect(found).toMatchObject({ kind: 'accepted', serviceIds: { signal: '155664001' } });
    expect(words((found.kind === 'accepted' ? found.alarm : null) ?? '')).toContain(text);
  });

  it('does not report STO as a difference from SSHORT', () => {
    const short = { ...sent, ticket: ticket({ action: 'SSHORT' }) };
    expect(classifySubmit(answered(ok({ action: 'STO' })), short)).toMatchObject({ alarm: null });
  });

  it('shows a conditional order as waiting', () => {
    const child = { ...sent, ticket: ticket({ conditionalUpon: '155' }) };
    expect(classifySubmit(answered(ok({ conditionalupon: '155' })), child)).toMatchObject({
      mirror: { status: 'waiting' },
    });
  });

  it('trusts a known refusal that has the own id in any member, and a refused access without it', () => {
    const error = { title: 'Unknown typeofsymbol', message: 'typeofsymbol required', errors: ['one', 'two'] };
    const refused = { ok: '0', error, signal: { symbol: null }, rejectedSignal: { signalid: Number(ownId) } };
    expect(classifySubmit(answered(refused), sent)).toEqual({
      kind: 'refused',
      answer: ['Unknown typeofsymbol', 'typeofsymbol required', 'one', 'two'],
    });
    expect(verdict(answered({ ok: 0, error, signalid: ownId }))).toBe('refused');
    const access = { ok: '0', error: { title: 'Unable to access this systemid', message: 'Credentials …' } };
    expect(verdict(answered(access))).toBe('refused');
  });

  it("trusts practice-service refusals for practice orders only, but never 'Duplicate signalid'", () => {
    const refusal = (title: string): PlatformResult =>
      answered({ ok: '0', error: { title }, signal: { symbol: null }, rejectedSignal: { signalid: ownId } });
    const practice = { ...sent, mode: 'PRACTICE' as const };
    expect(classifySubmit(refusal('Parent signal ended'), practice).kind).toBe('refused');
    expect(verdict(refusal('Parent signal ended'))).toBe('unknown');
    expect(classifySubmit(refusal('Duplicate signalid'), practice).kind).toBe('unknown');
  });

  it.each([
    ['a refusal in unknown words', answered({ ok: '0', error: { title: 'Busy' }, signalid: ownId })],
    ['a known refusal that names no id', answered({ ok: '0', error: { title: 'Unknown typeofsymbol' } })],
    ['a known refusal of another id', answered({ ok: '0', error: { title: 'Unknown typeofsymbol' }, signalid: '12' })],
    ['no ok', answered({ signal: echo(), signalid: ownId })],
    ['an ok that is neither 0 nor 1', answered({ ...ok(), ok: 'true' })],
    ['an echo of another order', answered({ ok: '1', signal: echo({ localsignalid: '1' }), signalid: '1' })],
    ['an accepted order without echo', answered({ ok: '1' })],
    ['a cut body', answered(JSON.stringify(ok()).slice(0, 80))],
    ['html', answered('<html>502</html>', 502)],
    ['an array', answered('[1]')],
    ['nothing', answered('')],
    ['a timeout', { kind: 'no-answer', text: 'timeout', sentAt: 1 } as const],
    ['a withdrawal of an order that is SENDING', { kind: 'withdrawn', text: 'closed' } as const],
  ])('leaves %s unknown', (_, result) => {
    expect(verdict(result)).toBe('unknown');
  });

  it('decides by the envelope and not by the HTTP status', () => {
    expect(verdict(answered(ok(), 500))).toBe('accepted');
  });

  it('classifies every answer, and never a damaged acceptance as a refusal', () => {
    const success = JSON.stringify(ok());
    const mutation = fc.tuple(fc.nat(success.length - 1), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 6 }), fc.constantFrom(200, 302, 404, 500), (mutations, status) => {
        let text = success;
        for (const [index, insert] of mutations) text = text.slice(0, index) + insert + text.slice(index + 1);
        expect(['accepted', 'unknown']).toContain(verdict(answered(text, status)));
      }),
      { numRuns: 10_000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(['accepted', 'unknown', 'refused']).toContain(verdict(answered(value)));
      }),
      { numRuns: 5_000 },
    );
  });
});
