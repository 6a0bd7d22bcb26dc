import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { done } from '#contract/outcome.ts';
import type { CommandTable } from '#core/commands/command-table.ts';
import { createDispatch } from '#core/commands/dispatch.ts';
import type { LogFacts } from '#core/ports.ts';

function setUp(handlers: Partial<CommandTable>) {
  const lines: [string, LogFacts | undefined][] = [];
  const note = (event: string, facts?: LogFacts) => void lines.push([event, facts]);
  const log = { info: note, warn: note, error: note };
  const random = { fraction: () => 0, uuid: () => '12345678-0000-4000-8000-000000000000' };
  return { lines, dispatch: createDispatch(handlers as CommandTable, log, random) };
}

test('a valid input reaches its handler', async () => {
  const dismiss = vi.fn(() => done({}));
  const { dispatch } = setUp({ 'notices.dismiss': dismiss });
  expect(await dispatch('notices.dismiss', { id: 'n1' })).toEqual({ ok: true, value: {} });
  expect(dismiss).toHaveBeenCalledWith({ id: 'n1' });
});

test.each(['', 'constructor', '__proto__', 'toString', 'orders.destroy'])('the name %j is refused', async (name) => {
  expect(await setUp({}).dispatch(name, {})).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('the refusal of an invalid input names the invalid member, never the value of that member', async () => {
  const save = vi.fn();
  const { dispatch, lines } = setUp({ 'profiles.save': save });
  const secret = 'CANARY-7d1e'.repeat(50);
  const input = {
    id: null,
    name: 'x',
    kind: 'world',
    baseUrl: 'https://a',
    altBaseUrl: null,
    platformId: null,
    paceMs: 1000,
  };
  const outcome = await dispatch('profiles.save', { ...input, key: secret });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'invalid-input', field: 'key' } });
  expect(JSON.stringify([outcome, lines])).not.toContain('CANARY');
  expect(save).not.toHaveBeenCalled();
});

test('unknown members are refused', async () => {
  const { dispatch } = setUp({});
  const outcome = await dispatch('positions.list', { systemId: '1', more: true });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('a bug is returned as an id only, and logged once', async () => {
  const { dispatch, lines } = setUp({
    'positions.list': () => {
      throw new Error('secret inside');
    },
  });
  const outcome = await dispatch('positions.list', { systemId: '1' });
  expect(outcome).toMatchObject({ ok: false, failure: { code: 'internal', id: '12345678' } });
  expect(JSON.stringify(outcome)).not.toContain('secret inside');
  expect(lines.length).toBe(1);
});

test('every input is answered with an outcome', async () => {
  const { dispatch } = setUp({ 'positions.list': () => done([]) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('positions.list', 'orders.submit', 'trades.query'),
      fc.anything(),
      async (name, input) => {
        const outcome = await dispatch(name, input);
        expect(outcome.ok || outcome.failure.code === 'invalid-input').toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
