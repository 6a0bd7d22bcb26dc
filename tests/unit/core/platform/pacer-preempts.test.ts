import { describe, expect, it } from 'vitest';
import type { Lane } from '#contract/model/activity.ts';
import { gap, order, pacerRig, read } from './paced.ts';
import { settled } from './settled.ts';

describe('a read in flight', () => {
  it('is stopped for an order as soon as the pace allows, and repeated after the order', async () => {
    const { clock, pacer, started } = pacerRig();
    const answered: string[] = [];
    void pacer.send(read('view')).then(({ kind }) => answered.push(`read ${kind}`));
    await clock.advance(400);
    void pacer.send(order()).then(({ kind }) => answered.push(`order ${kind}`));
    await clock.advance(gap - 401);
    expect(started).toHaveLength(1);
    expect(started[0]!.stop.aborted).toBe(false);
    await clock.advance(1);
    expect(started.map(({ at, request }) => [at - started[0]!.at, request.command])).toEqual([
      [0, 'retrieveSignalsWorking'],
      [gap, 'submitSignal'],
    ]);
    await started[1]!.end();
    await clock.advance(gap);
    expect(started[2]!.request.command).toBe('retrieveSignalsWorking');
    await started[2]!.end();
    expect(answered).toEqual(['order answer', 'read answer']);
  });

  it('that hangs is stopped for a cancel at the next slot, and repeated after the cancel', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('reconcile'));
    void pacer.send(order('submit'));
    await clock.advance(20_000);
    expect(started).toHaveLength(1);
    void pacer.send(order('cancel'));
    await settled();
    expect(started[1]!.request.command).toBe('cancelSignal');
    await started[1]!.end();
    await clock.advance(gap);
    expect(started[2]!.request.command).toBe('retrieveSignalsWorking');
  });

  it('is not stopped by another read, and mutating requests are never stopped', async () => {
    const { clock, pacer, started } = pacerRig({ paceMs: 0 });
    void pacer.send(read('background'));
    void pacer.send(read('reconcile', '2'));
    await clock.advance(100);
    expect(started).toHaveLength(1);
    await started[0]!.end();
    await started[1]!.end();
    void pacer.send(order('submit'));
    void pacer.send(order('cancel'));
    await clock.advance(100);
    expect(started).toHaveLength(3);
    expect(started[2]!.stop.aborted).toBe(false);
  });

  it('is answered if its answer arrives as it is stopped; else it merges with an equal read', async () => {
    const { clock, pacer, started } = pacerRig({ paceMs: 0 });
    const answered: string[] = [];
    const sendRead = (lane: Lane): void =>
      void pacer.send(read(lane)).then(({ kind }) => answered.push(`${lane} ${kind}`));
    sendRead('background');
    sendRead('view');
    void pacer.send(order());
    await settled();
    expect(pacer.state().backOffMs).toBe(0);
    expect(started.map(({ request }) => request.command)).toEqual(['retrieveSignalsWorking', 'submitSignal']);
    await started[1]!.end();
    await started[2]!.end();
    expect(answered.toSorted()).toEqual(['background answer', 'view answer']);
    expect(started).toHaveLength(3);

    sendRead('view');
    void started[3]!.end();
    void pacer.send(order());
    await settled();
    expect(answered).toHaveLength(3);
    await started[4]!.end();
    await clock.advance(100);
    expect(started).toHaveLength(5);
  });

  it('is not repeated on a connection that closes', async () => {
    const { pacer, started } = pacerRig({ paceMs: 0 });
    const first = pacer.send(read('view'));
    void pacer.send(order());
    const closed = pacer.close('closed');
    await closed;
    expect(await first).toEqual({ kind: 'withdrawn', text: 'closed' });
    expect(started).toHaveLength(1);
  });
});
