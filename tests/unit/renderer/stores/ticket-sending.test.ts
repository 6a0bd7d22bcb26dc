import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { TicketSender } from '#renderer/orders/confirm/ticket-sender.ts';
import { editStaged } from '#renderer/orders/ticket/edit-staged.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';
import { TemplatesForm } from '#renderer/settings/templates-form.svelte.ts';
import { fakeApp } from './fake-app.ts';

const typed = { quantity: '100', symbol: 'AAPL', limit: '182.50', profitTarget: '189', stopLoss: '178.20' } as const;
let fake: ReturnType<typeof fakeApp>;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_772_466_127_000 });
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

describe('a staged order', () => {
  test('is staged only once, even after a second press', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const intent = ticket.intentId;
    const [first, second] = await Promise.all([ticket.stage(), ticket.stage()]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toBeNull();
    expect(fake.calls('orders.prepare')).toMatchObject([{ intentId: intent, ticket: { quantity: '100' } }]);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(ticket.lastEntered).toMatchObject({ staged: true });
  });

  test('can be staged but not sent while order entry is locked', async () => {
    const locked = fakeApp({ data: 'offline' });
    await locked.settle();
    locked.app.ticket.change(typed);
    const sender = new TicketSender(locked.app);
    await sender.stage();
    await sender.press();
    expect(locked.calls('orders.prepare')).toHaveLength(1);
    expect(locked.calls('orders.submit')).toHaveLength(0);
    locked.dispose();
  });

  test('is withdrawn in the same command that enters or stages its edited version', async () => {
    const { ticket } = fake.app;
    const edits = { rowId: 'j11', label: 'BTO 80 QQQ' };
    ticket.load({ ...typed, edits });
    await ticket.submit([]);
    expect(fake.calls('orders.submit')).toMatchObject([{ edits: 'j11' }]);
    expect(ticket.draft.edits).toBeNull();
    ticket.load({ ...typed, edits });
    await ticket.stage();
    expect(fake.calls('orders.prepare')).toMatchObject([{ edits: 'j11' }]);
    expect(fake.calls('orders.abandon')).toEqual([]);
  });

  test('is not loaded into the ticket of a strategy that was chosen meanwhile', async () => {
    const { signals, strategy, ticket, uuid } = fake.app;
    const [staged] = signals.list ?? [];
    if (staged === undefined) throw new Error('demo');
    const confirmation = new Confirmation(uuid);
    const edit = () => editStaged(fake.app, confirmation, staged);
    ticket.change(typed);
    await ticket.previewNow();
    const review = done({ ticket: ticket.read.ticket, preview: ticket.preview });
    fake.answer('orders.review', () => review);
    await edit();
    expect(ticket.draft.edits?.rowId).toBe(staged.rowId);
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.review', () => gate.promise);
    const edited = edit();
    strategy.choose('91000002');
    await fake.settle();
    gate.resolve(review);
    await edited;
    expect(ticket.draft).toEqual(emptyDraft);
  });

  test('remains under edit after its edited version was refused', async () => {
    const { ticket } = fake.app;
    fake.answer('orders.submit', () => failed('not-a-choice', 'It cannot be withdrawn now.'));
    ticket.load({ ...typed, edits: { rowId: 'j11', label: 'BTO 80 QQQ' } });
    const sender = new TicketSender(fake.app);
    await sender.press();
    await sender.confirm();
    expect(sender.confirmation.failure).toBe('It cannot be withdrawn now.');
    expect(ticket.draft.edits).toMatchObject({ rowId: 'j11' });
  });
});

describe('an answer that arrives late', () => {
  const accepted = done({ rowId: 'r', ownId: '1' });
  const otherOrder = { symbol: 'MSFT', quantity: '7' } as const;
  /** Submitted orders get no answer until the returned function is called. */
  const holdSubmit = () => {
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.submit', () => gate.promise);
    return (answer: unknown) => gate.resolve(answer);
  };
  const intents = () => fake.calls('orders.submit').map((input) => (input as { intentId: string }).intentId);

  test('leaves the ticket of another strategy as it is, and clears the one that was sent', async () => {
    const { strategy, ticket } = fake.app;
    ticket.change(typed);
    const release = holdSubmit();
    const sent = ticket.submit([]);
    strategy.choose('91000002');
    await fake.settle();
    ticket.change(otherOrder);
    release(accepted);
    expect(await sent).toMatchObject({ ok: true });
    expect([ticket.draft, ticket.lastEntered, ticket.sending]).toMatchObject([otherOrder, null, false]);
    strategy.choose('91000001');
    await fake.settle();
    expect(ticket.draft).toMatchObject({ symbol: 'AAPL', quantity: '', limit: '' });
  });

  test('keeps what was typed meanwhile, as another order', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const release = holdSubmit();
    const sent = ticket.submit([]);
    ticket.change({ quantity: '7' });
    release(accepted);
    await sent;
    expect([ticket.draft, ticket.lastEntered]).toMatchObject([{ ...typed, quantity: '7' }, null]);
    await ticket.submit([]);
    const [first, second] = intents();
    expect(second).not.toBe(first);
  });

  test('keeps the intent id if the connection was lost, even if another strategy was chosen', async () => {
    const { strategy, ticket } = fake.app;
    ticket.change(typed);
    const release = holdSubmit();
    const sent = ticket.submit([]);
    strategy.choose('91000002');
    await fake.settle();
    release(failed('disconnected', 'The connection was lost.'));
    await sent;
    ticket.change({ ...typed, ...otherOrder });
    await ticket.submit([]);
    strategy.choose('91000001');
    await fake.settle();
    await ticket.submit([]);
    const [lostId, second, repeated] = intents();
    expect(repeated).toBe(lostId);
    expect(second).not.toBe(lostId);
  });

  test('reports that an equal order was entered before, and sends the order with the next press', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    const enteredAt = 1_772_466_127;
    fake.answer('orders.submit', () => failed('disconnected', 'The connection was lost.'));
    await ticket.submit([]);
    fake.answer('orders.submit', () => done({ rowId: 'r', ownId: '1', enteredAt }));
    await fake.settle(3_600_000);
    const refused = await ticket.submit([]);
    const message = { code: 'order.entered-before', at: enteredAt, staged: false };
    expect(refused).toMatchObject({ ok: false, failure: { code: 'duplicate', message } });
    expect([ticket.draft.quantity, ticket.lastEntered]).toEqual(['100', null]);
    fake.answer('orders.submit', () => accepted);
    // The second press of a double click.
    expect(await ticket.submit([])).toEqual(refused);
    await fake.settle(1_000);
    expect(await ticket.submit([])).toMatchObject({ ok: true });
    const [lost, repeated, second] = intents();
    expect([repeated === lost, second === lost]).toEqual([true, false]);
  });

  test('treats a repeated press soon after a lost answer as the same order', async () => {
    const { ticket } = fake.app;
    ticket.change(typed);
    fake.answer('orders.submit', () => failed('disconnected', 'The connection was lost.'));
    await ticket.submit([]);
    fake.answer('orders.submit', () => done({ rowId: 'r', ownId: '1', enteredAt: 1_772_466_127 }));
    await fake.settle(20_000);
    expect(await ticket.submit([])).toMatchObject({ ok: true });
    expect(ticket.draft.quantity).toBe('');
  });

  test.each(['stage', 'submit'] as const)('does not make the other button repeat a lost %s', async (lost) => {
    const { ticket } = fake.app;
    const press = (what: 'stage' | 'submit') => (what === 'stage' ? ticket.stage() : ticket.submit([]));
    const idsOf = (what: 'stage' | 'submit') =>
      fake
        .calls(what === 'stage' ? 'orders.prepare' : 'orders.submit')
        .map((input) => (input as { intentId: string }).intentId);
    const other = lost === 'stage' ? 'submit' : 'stage';
    fake.answer('orders.prepare', () => failed('disconnected', 'The connection was lost.'));
    fake.answer('orders.submit', () => failed('disconnected', 'The connection was lost.'));
    ticket.change(typed);
    await press(lost);
    await press(other);
    await press(lost);
    await press(other);
    const [[lostId, repeated], [otherId, otherRepeated]] = [idsOf(lost), idsOf(other)];
    expect(otherId).not.toBe(lostId);
    expect([repeated, otherRepeated]).toEqual([lostId, otherId]);
  });

  test('is told by a toast if it is a refusal and the ticket was left, and not under another ticket', async () => {
    const { strategy, ticket, toasts } = fake.app;
    ticket.change(typed);
    const sender = new TicketSender(fake.app);
    await sender.press();
    const release = holdSubmit();
    const confirmed = sender.confirm();
    strategy.choose('91000002');
    sender.leave();
    expect(sender.confirmation.shown).toBeNull();
    release(failed('blocked', 'Above the limit.'));
    await confirmed;
    expect(toasts.list).toMatchObject([{ tone: 'danger', text: 'Buy to open: 100 → 200 AAPL: Above the limit.' }]);
    expect(sender.confirmation.failure).toBeNull();
  });

  test('does not send the order of a ticket that was left before the order was checked', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: false, replace: false } });
    const { ticket, toasts } = fake.app;
    ticket.change(typed);
    const sender = new TicketSender(fake.app);
    const pressed = sender.press();
    sender.leave();
    expect(await pressed).toBe(true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(toasts.list).toMatchObject([
      { tone: 'warn', text: expect.stringMatching(/^BTO 100 AAPL: Nothing/) as unknown },
    ]);
  });

  test('adds a message whose action shows the order in the strategy for which it was sent', async () => {
    const { signals, strategy, ticket, toasts } = fake.app;
    ticket.change(typed);
    const sender = new TicketSender(fake.app);
    await sender.press();
    const release = holdSubmit();
    const confirmed = sender.confirm();
    strategy.choose('91000002');
    await fake.settle();
    release(accepted);
    await confirmed;
    toasts.list.at(-1)?.action?.run();
    expect([strategy.systemId, signals.rowToReveal]).toEqual(['91000001', 'r']);
  });
});

describe('sending without confirmation', () => {
  const noConfirmation = { entry: false, exit: false, replace: false };

  test('marks the order as direct, so that core requires an armed desk', async () => {
    await fake.app.preferences.set({ confirm: noConfirmation });
    fake.app.ticket.change(typed);
    await new TicketSender(fake.app).press();
    expect(fake.calls('orders.submit')).toMatchObject([{ direct: true, confirmed: [] }]);
  });

  test('shows the preview if the desk is not armed, and sends after confirmation', async () => {
    await fake.app.preferences.set({ confirm: noConfirmation });
    fake.app.ticket.change(typed);
    fake.answer('orders.submit', (input) =>
      (input as { direct?: boolean }).direct === true
        ? failed('disarmed', 'The desk is not armed for this strategy. Nothing was sent.')
        : done({ rowId: 'r', ownId: '1' }),
    );
    const sender = new TicketSender(fake.app);
    await sender.press();
    expect(sender.confirmation.shown).not.toBeNull();
    expect(sender.confirmation.failure).toMatch(/not armed/);
    await sender.confirm();
    expect(sender.confirmation.shown).toBeNull();
    expect(fake.calls('orders.submit')).toHaveLength(2);
  });

  test('is a setting for each kind of order', async () => {
    await fake.app.preferences.set({ confirm: { ...noConfirmation, exit: true } });
    const { ticket } = fake.app;
    const sender = new TicketSender(fake.app);
    ticket.change({ ...typed, action: 'STC' });
    await sender.press();
    expect(sender.confirmation.shown).not.toBeNull();
    sender.confirmation.drop();
    ticket.change({ replaces: { serviceId: '148220803', label: 'x', leaveOcaIntact: true } });
    await sender.press();
    expect(sender.confirmation.shown).toBeNull();
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });
});

test('prewarms once for many focus changes, and again when core may have closed the connection', async () => {
  const { ticket } = fake.app;
  for (let focus = 0; focus < 20; focus++) ticket.prewarm();
  expect(fake.calls('orders.prewarm')).toHaveLength(1);
  // Core closes an unused connection after 8 s (ready-sockets.ts).
  await fake.settle(8_000);
  ticket.prewarm();
  expect(fake.calls('orders.prewarm')).toHaveLength(2);
});

test('reserves a new group in core and puts the order into it', async () => {
  const { ticket } = fake.app;
  ticket.change(typed);
  expect(await ticket.makeGroup()).toBeNull();
  expect(ticket.read.ticket?.ocaGroupId).toBe('177246612700003');
  fake.answer('orders.make-group', () => failed('journal', 'The journal cannot be written.'));
  expect(await ticket.makeGroup()).toBe('The journal cannot be written.');
});

test('puts no order into a new group if symbol, group or strategy changed meanwhile', async () => {
  const { strategy, ticket } = fake.app;
  const changes = [
    () => ticket.change({ group: { how: 'none' } }),
    () => ticket.change({ symbol: 'MSFT' }),
    () => strategy.choose('91000002'),
  ];
  for (const change of changes) {
    ticket.load({ ...emptyDraft, ...typed });
    const made = ticket.makeGroup();
    change();
    await made;
    await fake.settle();
    expect(ticket.draft.group).toEqual({ how: 'none' });
  }
});

test('keeps the base price of the bracket of a market order while the market moves', async () => {
  const { practice, ticket } = fake.app;
  const release = practice.watch();
  ticket.change({ quantity: '100', symbol: 'AAPL', kind: 'market' });
  await fake.settle();
  expect(ticket.read.ticket).toMatchObject({ stopLoss: '180.32', profitTarget: '191.36' });
  const state = practice.state;
  const market = state?.market;
  if (market == null) throw new Error('the demo has a market');
  const instruments = market.instruments.map((one) => (one.symbol === 'AAPL' ? { ...one, price: '150.00' } : one));
  fake.emit('practice.changed', { failure: null, market: { ...market, instruments } });
  await fake.settle();
  // Leaving the symbol field chooses its symbol again.
  ticket.change({ symbol: 'AAPL', instrument: 'stock' });
  expect(ticket.read.ticket).toMatchObject({ stopLoss: '180.32' });
  ticket.load({ symbol: 'AAPL', kind: 'market' });
  expect(ticket.read.ticket).toMatchObject({ stopLoss: '147.00' });
  ticket.change({ action: 'SSHORT' });
  await fake.settle();
  expect(ticket.read.ticket).toMatchObject({ stopLoss: '153.00', profitTarget: '144.00' });
  release();
});

test('computes the bracket of the next market order from the price when its quantity is typed', async () => {
  const { practice, ticket } = fake.app;
  const release = practice.watch();
  ticket.change({ quantity: '100', symbol: 'AAPL', kind: 'market' });
  await fake.settle();
  await ticket.submit([]);
  expect(ticket.draft).toMatchObject({ symbol: 'AAPL', quantity: '' });
  const market = practice.state?.market;
  if (market == null) throw new Error('the demo has a market');
  const instruments = market.instruments.map((one) => (one.symbol === 'AAPL' ? { ...one, price: '150.00' } : one));
  fake.emit('practice.changed', { failure: null, market: { ...market, instruments } });
  await fake.settle();
  ticket.change({ quantity: '100' });
  expect(ticket.read.ticket).toMatchObject({ stopLoss: '147.00', profitTarget: '156.00' });
  release();
});

test('the ticket uses no practice price after the practice market is no longer watched', async () => {
  const { practice, ticket } = fake.app;
  const release = practice.watch();
  await fake.settle();
  expect(practice.instrument('AAPL')).not.toBeNull();
  release();
  ticket.change({ quantity: '100', symbol: 'AAPL', kind: 'market' });
  await fake.settle();
  expect([practice.state, ticket.basePrice, ticket.read.ticket]).toEqual([null, null, null]);
});

describe('the form of bracket templates', () => {
  const form = () => new TemplatesForm(fake.app.ticket.settings, () => 'new');

  test('saves all templates, which then fill the ticket', () => {
    const editing = form();
    editing.change('standard', { name: 'Mine', stop: { unit: 'ticks', amount: '100' } });
    expect(editing.save()).toBe(true);
    fake.app.ticket.change({ quantity: '100', symbol: 'AAPL', limit: '182.50' });
    expect(fake.app.ticket.settings.template('').name).toBe('Mine');
  });

  test('keeps what another window saved meanwhile', () => {
    const { settings } = fake.app.ticket;
    const [editing, other] = [form(), form()];
    editing.change('tight', { name: 'Narrow' });
    editing.remove('stop-only');
    other.change('standard', { stop: { unit: 'percent', amount: '1' } });
    other.add();
    other.change('new', { name: 'Added' });
    expect(other.save()).toBe(true);
    expect(editing.save()).toBe(true);
    expect(settings.templates.map(({ name }) => name)).toEqual(['Standard', 'Narrow', 'Added']);
    expect(settings.template('standard').stop).toEqual({ unit: 'percent', amount: '1' });
  });

  test('saves a changed template that another window removed, and no removal of all', () => {
    const { settings } = fake.app.ticket;
    const [editing, other] = [form(), form()];
    editing.change('tight', { name: 'Narrow' });
    editing.remove('standard');
    other.remove('tight');
    other.remove('stop-only');
    expect([other.save(), editing.save()]).toEqual([true, true]);
    expect(settings.templates.map(({ name }) => name)).toEqual(['Narrow']);
    const [last, later] = [form(), form()];
    later.add();
    later.change('new', { name: 'Added' });
    later.save();
    last.remove('tight');
    last.remove('new');
    expect(last.save()).toBe(false);
    expect(settings.templates).toHaveLength(2);
  });

  test.each([
    [{ name: '' }, 'name', 'Type a name.'],
    [{ name: 'Tight' }, 'name', 'Another template has this name.'],
    [{ stop: { unit: 'percent', amount: '1e2' } }, 'stop', 'Write all digits: exponents are not accepted.'],
    [{ stop: { unit: 'ticks', amount: '1.5' } }, 'stop', 'Whole ticks.'],
    [{ stop: { unit: 'none', amount: '' } }, 'target', 'R needs a stop.'],
    [
      { target: { unit: 'percent', amount: '0' } },
      'target',
      'Must be above zero, with at most 9 digits on each side of the point.',
    ],
  ] as const)('shows the error of %o at its field and does not save', (change, field, text) => {
    const editing = form();
    editing.change('standard', change);
    expect(editing.error('standard', field)).toBe(text);
    expect(editing.save()).toBe(false);
    expect(editing.changed).toBe(true);
  });
});

test.each([
  [false, /^Order submitted: /],
  [true, /^Cancel of the old order submitted\. To be sent once it is proved: /],
])('after a press, a toast says what is sent (in two steps: %s)', async (twoSteps, text) => {
  const { ticket, toasts } = fake.app;
  ticket.change(typed);
  const preview = await ticket.previewNow();
  fake.answer('orders.preview', () => done({ ...preview, twoSteps }));
  fake.answer('orders.submit', () => done({ rowId: 'r', ownId: '1' }));
  const sender = new TicketSender(fake.app);
  await sender.press();
  await sender.confirm();
  expect(toasts.list.map((one) => one.text)).toEqual([expect.stringMatching(text)]);
});
