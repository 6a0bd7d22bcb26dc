import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf, listActions, shownActions, verbActions } from '#renderer/app/palette-actions.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';
import { hotkeyVerbs } from '#renderer/stores/hotkey-verbs.ts';
import { fakeApp } from '../stores/fake-app.ts';

describe('the command palette', () => {
  let fake: ReturnType<typeof fakeApp>;
  beforeEach(async () => {
    vi.useFakeTimers();
    fake = fakeApp();
    await fake.settle();
  });
  afterEach(() => {
    fake.dispose();
    vi.useRealTimers();
  });

  it('has every hotkey verb with its key', () => {
    const run = vi.fn();
    const actions = verbActions(fake.app, run);
    const controlActionIds = ['desk.arm', 'desk.flatten', 'desk.kill'] as const;
    const controlActions = controlActionIds.map(
      (id) => ({ id, label: id, group: 'Orders', run: () => undefined }) as const,
    );
    const keys = [...actions, ...controlActions].map((action) => keysOf(action, fake.app));
    expect(keys.toSorted()).toEqual(hotkeyVerbs.map(({ combo }) => combo).toSorted());
    actions.find(({ label }) => label === 'Buy at market')?.run();
    expect(run).toHaveBeenCalledWith('buy-market');
  });

  it('cancels all orders', () => {
    const run = vi.fn();
    fake.app.actions.add(...verbActions(fake.app, run));
    fake.app.actions.list.find(({ label }) => label === 'Cancel all orders')?.run();
    expect(run).toHaveBeenCalledWith('cancel-all');
  });

  it('closes, reverses and protects each position, and opens each working order', () => {
    const actions = listActions(fake.app);
    const position = fake.app.positions.list?.[0];
    const labels = actions.map(({ label }) => label);
    for (const verb of ['Close', 'Reverse', 'Protect']) expect(labels).toContain(`${verb} ${position?.symbol}`);
    actions.find(({ label }) => label === `Protect ${position?.symbol}`)?.run();
    expect(fake.app.exits.opened).toMatchObject({ kind: 'protect', positionId: position?.id });
    const working = (fake.app.signals.list ?? []).filter(({ state }) => state === 'working');
    expect(actions.filter(({ group }) => group === 'Working orders')).toHaveLength(working.length);
    expect(working.length).toBeGreaterThan(0);
  });

  it('shows at most 300 of 1,000 symbols, first those that contain each typed word', () => {
    const actions = Array.from({ length: 1_000 }, (_, number) => ({
      id: `symbol.S${number}`,
      label: `S${number} to the ticket`,
      group: 'Symbols' as const,
      run: () => undefined,
    }));
    expect(shownActions(actions, '')).toEqual(actions.slice(0, 300));
    expect(shownActions(actions, ' ticket  s987')[0]?.label).toBe('S987 to the ticket');
    expect(shownActions(actions, 's98')).toHaveLength(300);
    expect(shownActions(actions.slice(0, 300), 's98')).toEqual(actions.slice(0, 300));
  });

  it('loads a symbol into the ticket', () => {
    const [action] = listActions(fake.app).filter(({ group }) => group === 'Symbols');
    action?.run();
    expect(action?.label).toBe(`${fake.app.ticket.draft.symbol} to the ticket`);
  });

  it('clears a price typed for T when TSLA, which begins with T, is loaded', () => {
    const { ticket } = fake.app;
    const [first, other] = demoPositions;
    if (first === undefined || other === undefined) throw new Error('no positions');
    const positions = {
      list: [
        { ...first, symbol: 'T' },
        { ...other, symbol: 'TSLA' },
      ],
    };
    const actions = listActions({ ...fake.app, positions } as unknown as typeof fake.app);
    ticket.change({ limit: '18' });
    actions.find(({ label }) => label === 'T to the ticket')?.run();
    expect(ticket.draft).toMatchObject({ symbol: 'T', limit: '18' });
    actions.find(({ label }) => label === 'TSLA to the ticket')?.run();
    expect(ticket.draft).toMatchObject({ symbol: 'TSLA', limit: '' });
  });
});
