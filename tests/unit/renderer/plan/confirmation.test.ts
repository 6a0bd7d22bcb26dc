import { describe, expect, test, vi } from 'vitest';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { Confirmation, type IntentPolicy } from '#renderer/plan/confirmation.svelte.ts';

type Answer = Outcome<string, string>;

function confirmation(policy?: IntentPolicy) {
  let idCount = 0;
  return new Confirmation<string>(() => `intent-${++idCount}`, policy);
}
const load = (shown: string) => () => Promise.resolve<Answer>(done(shown));
const rejectLoad = () => Promise.reject(new Error('not loaded again'));

describe('one press', () => {
  test('sends once with the intent id of what is shown, however often it is repeated', async () => {
    const machine = confirmation();
    await machine.ask(load('plan'));
    const gate = Promise.withResolvers<Answer>();
    const request = vi.fn((_intentId: string) => gate.promise);
    const presses = Array.from({ length: 20 }, () => machine.send(request, rejectLoad));
    expect(machine.busy).toBe(true);
    gate.resolve(done('row'));
    expect((await Promise.all(presses)).filter((outcome) => outcome !== null)).toEqual([done('row')]);
    expect(request.mock.calls).toEqual([['intent-1']]);
  });

  test('cannot be repeated for what was accepted, until something else is shown', async () => {
    const machine = confirmation();
    await machine.ask(load('plan'));
    const request = vi.fn((_intentId: string) => Promise.resolve<Answer>(done('row')));
    await machine.send(request, rejectLoad);
    expect(machine.shown).toBe('plan');
    expect(machine.busy).toBe(true);
    expect(await machine.send(request, rejectLoad)).toBeNull();
    await machine.ask(load('next'));
    await machine.send(request, rejectLoad);
    expect(request.mock.calls).toEqual([['intent-1'], ['intent-2']]);
  });

  test('does nothing while the content to confirm is loading', async () => {
    const machine = confirmation();
    const gate = Promise.withResolvers<Answer>();
    const asked = machine.ask(() => gate.promise);
    const request = vi.fn(() => Promise.resolve<Answer>(done('row')));
    expect(await machine.send(request, rejectLoad)).toBeNull();
    gate.resolve(done('plan'));
    expect(await asked).toBe('plan');
    expect(request).not.toHaveBeenCalled();
  });

  test('does nothing while another request is pending', async () => {
    const machine = confirmation();
    const gate = Promise.withResolvers<Answer>();
    const running = machine.run(() => gate.promise);
    const request = vi.fn(() => Promise.resolve<Answer>(done('row')));
    expect(await machine.run(request)).toBeNull();
    expect(await machine.send(request, rejectLoad)).toBeNull();
    gate.resolve(done('first'));
    expect(await running).toEqual(done('first'));
    expect(request).not.toHaveBeenCalled();
  });

  test('can be repeated with the same intent id after an unknown result', async () => {
    const machine = confirmation();
    await machine.ask(load('plan'));
    const answers: Answer[] = [failed('disconnected', 'The connection was lost.'), done('row')];
    const request = vi.fn((_intentId: string) => Promise.resolve(answers.shift() ?? null));
    await machine.send(request, rejectLoad);
    expect(machine).toMatchObject({ shown: 'plan', busy: false, failure: 'The connection was lost.' });
    await machine.send(request, rejectLoad);
    expect(machine.failure).toBeNull();
    expect(request.mock.calls).toEqual([['intent-1'], ['intent-1']]);
  });

  test.each<[IntentPolicy, string, string]>([
    ['keep', 'refused', 'intent-1'],
    ['keep', 'not-sent', 'intent-1'],
    ['new-id-after-final-refusal', 'refused', 'intent-2'],
    ['new-id-after-final-refusal', 'not-sent', 'intent-2'],
    // Without a clear answer the request may have been sent, so the id stays the same. After the
    // refusal `busy`, no row of the journal has the id.
    ['new-id-after-final-refusal', 'disconnected', 'intent-1'],
    ['new-id-after-final-refusal', 'internal', 'intent-1'],
    ['new-id-after-final-refusal', 'blocked', 'intent-1'],
    ['new-id-after-final-refusal', 'busy', 'intent-1'],
  ])('with the policy %s, after the failure %s, is repeated with the intent id %s', async (policy, code, intentId) => {
    const machine = confirmation(policy);
    await machine.ask(load('plan'));
    const answers: Answer[] = [failed(code, 'No.'), done('row')];
    const request = vi.fn((_intentId: string) => Promise.resolve(answers.shift() ?? null));
    await machine.send(request, rejectLoad);
    await machine.send(request, rejectLoad);
    expect(request.mock.calls).toEqual([['intent-1'], [intentId]]);
    expect(machine).toMatchObject({ shown: 'plan', accepted: true, sending: false });
  });

  test('can be repeated after a request that throws', async () => {
    const machine = confirmation();
    await machine.ask(load('plan'));
    await expect(machine.send(() => Promise.reject(new Error('a bug')), rejectLoad)).rejects.toThrow('a bug');
    expect(machine).toMatchObject({ shown: 'plan', busy: false });
  });
});

describe('a confirmation after a refusal', () => {
  test.each(['unconfirmed', 'outdated', 'unknown-plan', 'disarmed'])(
    'is loaded again after the refusal %s, with its reason and a new intent id',
    async (code) => {
      const machine = confirmation();
      await machine.ask(load('old'));
      const request = vi.fn((_intentId: string) => Promise.resolve<Answer>(failed(code, 'Something has changed.')));
      await machine.send(request, load('new'));
      expect(machine).toMatchObject({ shown: 'new', busy: false, failure: 'Something has changed.' });
      await machine.send(request, load('newer'));
      expect(request.mock.calls).toEqual([['intent-1'], ['intent-2']]);
    },
  );

  test('remains on screen and cannot be sent while the new one is loading', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const request = vi.fn(() => Promise.resolve<Answer>(failed('outdated', 'Something has changed.')));
    const first = machine.send(request, () => gate.promise);
    await vi.waitFor(() => expect(machine.failure).not.toBeNull());
    expect(machine).toMatchObject({ shown: 'old', busy: true });
    expect(await machine.send(request, rejectLoad)).toBeNull();
    gate.resolve(done('new'));
    await first;
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('is removed if it cannot be loaded again, and the reason of the refusal remains', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const request = () => Promise.resolve<Answer>(failed('outdated', 'Something has changed.'));
    await machine.send(request, () => Promise.resolve(failed('blocked', 'No position.')));
    expect(machine).toMatchObject({ shown: null, busy: false, failure: 'Something has changed.' });
  });

  test('is shown for a request that was sent without a confirmation', async () => {
    const machine = confirmation();
    await machine.send(() => Promise.resolve<Answer>(failed('disarmed', 'The desk is not armed.')), load('preview'));
    expect(machine).toMatchObject({ shown: 'preview', failure: 'The desk is not armed.' });
  });

  test('is not shown again after it was dropped', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const sent = machine.send(() => gate.promise, load('new'));
    machine.drop();
    gate.resolve(failed('outdated', 'Something has changed.'));
    await sent;
    expect(machine.shown).toBeNull();
  });
});

describe('asking', () => {
  test('shows the answer to the last of several requests', async () => {
    const machine = confirmation();
    const slow = Promise.withResolvers<Answer>();
    const first = machine.ask(() => slow.promise);
    await machine.ask(load('second'));
    slow.resolve(done('first'));
    expect(await first).toBeNull();
    expect(machine).toMatchObject({ shown: 'second', busy: false });
  });

  test('hides what was shown for an earlier request, and ignores an answer after a drop', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const asked = machine.ask(() => gate.promise);
    expect(machine.shown).toBeNull();
    machine.drop();
    gate.resolve(done('late'));
    expect(await asked).toBeNull();
    expect(machine).toMatchObject({ shown: null, busy: false });
  });

  test('with reload keeps what is shown on screen, but prevents sending it until the answer', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const asked = machine.reload(() => gate.promise);
    const request = vi.fn(() => Promise.resolve<Answer>(done('row')));
    expect(machine).toMatchObject({ shown: 'old', busy: true, sending: false });
    expect(await machine.send(request, rejectLoad)).toBeNull();
    gate.resolve(done('new'));
    expect(await asked).toBe('new');
    expect(request).not.toHaveBeenCalled();
  });

  test('does not allow a second send while the first is pending', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const first = machine.send(() => gate.promise, rejectLoad);
    await machine.ask(load('new'));
    const second = vi.fn(() => Promise.resolve<Answer>(done('row')));
    expect(await machine.send(second, rejectLoad)).toBeNull();
    gate.resolve(done('row'));
    await first;
    expect(machine).toMatchObject({ shown: 'new', busy: false });
    expect(second).not.toHaveBeenCalled();
  });

  test.each(['ask', 'reload'] as const)(
    'with %s does not show the late refusal of what was shown before',
    async (way) => {
      const machine = confirmation();
      await machine.ask(load('old'));
      const gate = Promise.withResolvers<Answer>();
      const sent = machine.send(() => gate.promise, rejectLoad);
      await machine[way](load('new'));
      gate.resolve(failed('blocked', 'No position.'));
      expect(await sent).toMatchObject({ ok: false });
      expect(machine).toMatchObject({ shown: 'new', busy: false, failure: null });
    },
  );

  test('shows the refusal of a request even if the confirmation was dropped during the send', async () => {
    const machine = confirmation();
    await machine.ask(load('old'));
    const gate = Promise.withResolvers<Answer>();
    const sent = machine.send(() => gate.promise, rejectLoad);
    machine.drop();
    gate.resolve(failed('blocked', 'No position.'));
    await sent;
    expect(machine).toMatchObject({ shown: null, failure: 'No position.' });
  });

  test('shows why nothing can be confirmed, with all details', async () => {
    const machine = confirmation();
    const refusal = failed('blocked', 'The market is closed.', { details: ['The price is not a tick.'] });
    expect(await machine.ask(() => Promise.resolve(refusal))).toBeNull();
    expect(machine).toMatchObject({ shown: null, failure: 'The market is closed. The price is not a tick.' });
    machine.drop();
    expect(machine.failure).toBeNull();
  });
});
