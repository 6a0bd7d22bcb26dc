import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalError } from '#core/sending/journal-error.ts';
import { intent, systemId } from '../order-fixtures.ts';
import { longPosition, positionRequest, market, ExitRig } from './exit-rig.ts';

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
});
afterEach(() => rig.dispose());

describe('a run that the end of the program interrupted', () => {
  it.each([1, 2, 3])('is shown, does not continue, and resumes as a new plan (cut in request %i)', async (cut) => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    for (let before = 1; before < cut; before++) rig.platform.outcomes.push({ kind: 'ok' });
    rig.platform.outcomes.push({ kind: 'hang' });
    rig.exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    const sentBefore = rig.platform.sent.length;
    rig.exits.close();
    rig.restart();
    await rig.ready();
    rig.reopen();
    await rig.runToEnd();
    expect(
      rig.submittedOwnIds().length + rig.platform.sent.filter(({ command }) => command === 'cancelSignal').length,
    ).toBe(sentBefore);
    const unfinished = rig.exits.unfinished(systemId);
    expect(unfinished).toMatchObject({ runId: intent(1), kind: 'close', cannotResume: null });
    expect(unfinished?.steps.filter(({ state }) => state === 'running')).toHaveLength(1);
    const resumed = rig.exits.plan({ kind: 'resume', systemId, runId: intent(1) });
    expect(resumed).toMatchObject({ ok: true, value: { kind: 'close' } });
    rig.platform.unblock();
  });

  it('resumes with only its entry if it is a reversal and the old position is closed', async () => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'reverse' });
    rig.exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    rig.exits.close();
    rig.reopen();
    rig.positions = [];
    const resumed = rig.exits.plan({ kind: 'resume', systemId, runId: intent(1) });
    if (!resumed.ok) throw new Error(words(resumed.failure.message));
    expect(resumed.value.steps).toMatchObject([{ kind: 'order', newRisk: true }]);
    expect(words(resumed.value.steps[0]?.text ?? '')).toBe('Sell to open 101 AAPL at market');
  });

  it('is read again if it is a partial close of the whole position', async () => {
    const amount = { percent: 100 };
    const { planId } = rig.planOf({ ...positionRequest, kind: 'scale-out', price: market, amount });
    rig.platform.outcomes.push({ kind: 'hang' });
    rig.exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    rig.exits.close();
    rig.restart();
    expect([...rig.journal.runs()]).toMatchObject([{ intentId: intent(1), act: { request: { kind: 'close' } } }]);
    rig.platform.unblock();
  });

  it('cannot be resumed if it is a partial close, and the reason is shown', async () => {
    const half = { ...positionRequest, kind: 'scale-out', amount: { percent: 50 }, price: market } as const;
    rig.platform.outcomes.push({ kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(half).planId, ['may-turn']);
    await rig.clock.advance(0);
    rig.exits.close();
    rig.reopen();
    const reason = { code: 'exit.plan-again' };
    expect(rig.exits.unfinished(systemId)).toMatchObject({ kind: 'scale-out', cannotResume: reason });
    const resumed = rig.exits.plan({ kind: 'resume', systemId, runId: intent(1) });
    expect(resumed).toMatchObject({ ok: false, failure: { message: reason } });
    rig.platform.unblock();
  });

  it('cannot be resumed if it is a reversal whose entry has begun, and the reason is shown', async () => {
    rig.exits.execute(intent(1), rig.planOf({ ...positionRequest, kind: 'reverse' }).planId, []);
    await rig.clock.advance(0);
    rig.positions = [];
    // The two closing orders are canceled, then the entry is sent.
    rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'ok' }, { kind: 'hang' });
    await rig.runToEnd();
    rig.exits.close();
    rig.reopen();
    const reason = { code: 'exit.entry-begun' };
    expect(rig.exits.unfinished(systemId)).toMatchObject({ kind: 'reverse', cannotResume: reason });
    const resumed = rig.exits.plan({ kind: 'resume', systemId, runId: intent(1) });
    expect(resumed).toMatchObject({ ok: false, failure: { message: reason } });
    rig.platform.unblock();
  });

  it('can be resumed again if the new run cannot be recorded', async () => {
    rig.exits.execute(intent(1), rig.planOf({ ...positionRequest, kind: 'close', price: market }).planId, []);
    rig.exits.close();
    rig.reopen();
    const resume = { kind: 'resume', systemId, runId: intent(1) } as const;
    vi.spyOn(rig.journal, 'saveRun').mockImplementationOnce(() => {
      throw new JournalError({ code: 'journal.no-room' });
    });
    const refused = rig.exits.execute(intent(2), rig.planOf(resume).planId, []);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'journal' } });
    expect(rig.exits.unfinished(systemId)).toMatchObject({ runId: intent(1), cannotResume: null });
    expect(rig.exits.execute(intent(3), rig.planOf(resume).planId, [])).toMatchObject({ ok: true });
    await rig.runToEnd();
    expect(rig.exits.unfinished(systemId)).toBeNull();
  });

  it('is not asked about again once the trader has decided', () => {
    const { planId } = rig.planOf({ kind: 'flatten', systemId });
    rig.exits.execute(intent(1), planId, []);
    rig.exits.close();
    rig.reopen();
    expect(rig.exits.unfinished(systemId)).toMatchObject({ kind: 'flatten' });
    expect(rig.exits.resolve({ systemId, runId: intent(1), choice: 'protect' }).ok).toBe(true);
    rig.reopen();
    expect(rig.exits.unfinished(systemId)).toBeNull();
  });
});

it('a reversal that the computer interrupted by a sleep does not send its entry hours later', async () => {
  const { planId } = rig.planOf({ ...positionRequest, kind: 'reverse' });
  rig.exits.execute(intent(1), planId, []);
  await rig.clock.advance(0);
  const sentBefore = rig.submittedOwnIds().length;
  rig.clock.jumpWall(2 * 3_600_000);
  rig.positions = [];
  await rig.runToEnd();
  expect(rig.submittedOwnIds()).toHaveLength(sentBefore);
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete' });
  expect(rig.exits.progress(systemId)?.steps.at(-1)).toMatchObject({
    ...{ state: 'failed', note: { code: 'exit.entry-too-late' } },
  });
});

it('a run that did not do all makes one notice, with its strategy and what is left', async () => {
  rig.exits.execute(intent(1), rig.planOf({ kind: 'flatten', systemId }).planId, []);
  await rig.runToEnd();
  expect(rig.exitNotices).toMatchObject([{ level: 'danger', systemId, rowId: null }]);
  const [title, text] = rig.exitNotices.flatMap((notice) => [words(notice.title), words(notice.text)]);
  expect(title).toBe('Not all was done: Flatten 1 position');
  expect(text).toMatch(/^Strategy Trend seven\. Read positions .*: Not closed: long 101 AAPL/);
});

it('a run makes no notice if it is complete, or if a panic or the end of the connection stops it', async () => {
  const close = { ...positionRequest, kind: 'close', price: market } as const;
  rig.exits.execute(intent(1), rig.planOf(close).planId, []);
  rig.exits.execute(intent(2), rig.planOf({ kind: 'flatten', systemId }).planId, []);
  await rig.clock.advance(0);
  rig.positions = [];
  await rig.runToEnd();
  expect(rig.exits.progress(systemId)).toMatchObject({ kind: 'flatten', state: 'done' });
  rig.positions = [longPosition];
  rig.exits.execute(intent(3), rig.planOf({ kind: 'flatten', systemId }).planId, []);
  rig.exits.close();
  await rig.runToEnd();
  expect(rig.exitNotices).toEqual([]);
});

it('the notice of a run is removed once a later one has verified that the strategy is flat', async () => {
  const flatten = async (count: number): Promise<void> => {
    rig.exits.execute(intent(count), rig.planOf({ kind: 'flatten', systemId }).planId, []);
    await rig.clock.advance(0);
  };
  await flatten(1);
  await rig.runToEnd();
  await flatten(2);
  await rig.runToEnd();
  expect([rig.exitNotices.length, rig.endedNotices]).toEqual([2, []]);
  await flatten(3);
  rig.positions = [];
  await rig.runToEnd();
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
  expect(rig.endedNotices).toEqual(expect.arrayContaining(rig.exitNotices.map(({ id }) => id)));
  expect(rig.exitNotices).toHaveLength(2);
});
