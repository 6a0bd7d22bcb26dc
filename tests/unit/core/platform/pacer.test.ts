import { describe, expect, it } from 'vitest';
import { paceSlackMs } from '#core/platform/pacer.ts';
import { answer, gap, lost, order, pacerRig, read } from './paced.ts';
import { settled } from './settled.ts';

const unavailable = { ...answer, httpStatus: 503 };

describe('the pace', () => {
  it('also delays the first request of a connection, so that the gap holds across restarts', async () => {
    const { clock, pacer, started } = pacerRig({ firstWaitMs: 1_000 });
    void pacer.send(read('view'));
    await clock.advance(999);
    expect(started).toHaveLength(0);
    await clock.advance(1);
    expect(started).toHaveLength(1);
  });

  it('counts the gap from the moment when the bytes were sent', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view', '1'));
    void pacer.send(read('view', '2'));
    await clock.advance(300);
    started[0]!.onDeparted();
    await started[0]!.end();
    await clock.advance(gap - 1);
    expect(started).toHaveLength(1);
    await clock.advance(1);
    expect(started.map(({ at }) => at)).toEqual([started[0]!.at, started[0]!.at + 300 + gap]);
  });

  it('keeps the gap between starts, and only one request in flight', async () => {
    const { clock, pacer, started } = pacerRig();
    for (const systemId of ['1', '2', '3']) void pacer.send(read('view', systemId));
    expect(started).toHaveLength(1);
    await clock.advance(5_000);
    expect(started, 'nothing starts while one is in flight').toHaveLength(1);
    await started[0]!.end();
    expect(started, 'the gap has long passed').toHaveLength(2);
    await started[1]!.end();
    await clock.advance(gap - 1);
    expect(started).toHaveLength(2);
    await clock.advance(1);
    expect(started).toHaveLength(3);
  });

  it('paces two connections together; a failure of one connection does not delay the other', async () => {
    const { clock, pacer, started } = pacerRig();
    const sentAt: number[] = [];
    const otherRequest = {
      ...read('view', '1'),
      carriedBy: () => {
        sentAt.push(clock.monotonic());
        return Promise.resolve(unavailable);
      },
    };
    void pacer.send(read('view', '1'));
    await started[0]!.end(lost);
    const otherAnswer = pacer.send(otherRequest);
    void pacer.send(read('view', '1'));
    await clock.advance(gap - 1);
    expect(sentAt).toEqual([]);
    await clock.advance(1);
    expect(sentAt).toEqual([gap]);
    await expect(otherAnswer).resolves.toMatchObject({ httpStatus: 503 });
    await clock.advance(gap - 1);
    expect(started).toHaveLength(1);
    await clock.advance(1);
    expect(started, 'the delay is that of one failure, not of two').toHaveLength(2);
  });

  it('sends nothing over another connection while the service asks to wait', async () => {
    const { clock, pacer } = pacerRig({ readsWaitUntil: () => 5_000 });
    const sentAt: number[] = [];
    const carriedBy = () => {
      sentAt.push(clock.monotonic());
      return Promise.resolve(answer);
    };
    void pacer.send({ ...read('view', '1'), carriedBy });
    await clock.advance(4_999);
    expect(sentAt).toEqual([]);
    await clock.advance(1);
    expect(sentAt).toEqual([5_000]);
  });

  it('ignores jumps of the wall clock', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view', '1'));
    await started[0]!.end();
    void pacer.send(read('view', '2'));
    clock.jumpWall(3_600_000);
    await clock.advance(gap - 1);
    expect(started).toHaveLength(1);
    clock.jumpWall(-7_200_000);
    await clock.advance(1);
    expect(started).toHaveLength(2);
  });

  it('has no gap at pace 0 and follows a changed pace at once', async () => {
    const { clock, pacer, started } = pacerRig({ paceMs: 0 });
    for (const systemId of ['1', '2']) void pacer.send(read('view', systemId));
    await started[0]!.end();
    await started[1]!.end();
    expect(started.map(({ at }) => at)).toEqual([started[0]!.at, started[0]!.at]);
    pacer.setPace(500);
    void pacer.send(read('view', '3'));
    expect(started).toHaveLength(2);
    await clock.advance(500 + paceSlackMs);
    expect(started).toHaveLength(3);
  });

  it('reports the next request and its time', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('background'));
    void pacer.send(order());
    expect(pacer.state()).toMatchObject({
      waiting: 1,
      inFlight: { command: 'retrieveSignalsWorking', lane: 'background' },
      next: { command: 'submitSignal', lane: 'submit' },
      nextStartAt: clock.now() + gap,
      perMinute: 1,
      paceMs: 1_000,
      backOffMs: 0,
    });
    await started[0]!.end();
    await clock.advance(gap);
    await started[1]!.end();
    expect(pacer.state()).toMatchObject({ waiting: 0, inFlight: null, next: null, nextStartAt: null, perMinute: 2 });
    await clock.advance(60_000);
    expect(pacer.state().perMinute).toBe(0);
  });
});

describe('lanes', () => {
  it('are served in this sequence: cancel, reconcile, submit, view, background', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view', 'first'));
    void pacer.send(read('background', 'b'));
    void pacer.send(read('view', 'v'));
    void pacer.send(order('submit', 's'));
    void pacer.send(read('reconcile', 'r'));
    void pacer.send(order('cancel', 'c'));
    for (let turn = 0; turn < 6; turn += 1) {
      await started[turn]!.end();
      await clock.advance(gap);
    }
    expect(started.map(({ request }) => request.lane)).toEqual([
      'view',
      'cancel',
      'reconcile',
      'submit',
      'view',
      'background',
    ]);
  });

  it('merge identical waiting reads in the higher lane, with separate bytes for each', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view', 'other'));
    const background = pacer.send(read('background', 'same'));
    const laterRead = pacer.send(read('background', 'behind'));
    const view = pacer.send(read('view', 'same'));
    await started[0]!.end();
    await clock.advance(gap);
    expect(started[1]!.request).toMatchObject({ lane: 'view', body: { systemid: 'same' } });
    await started[1]!.end();
    await clock.advance(gap);
    await started[2]!.end();
    const [one, two] = [await background, await view];
    expect(one.kind).toBe('answer');
    expect(one.kind === 'answer' && two.kind === 'answer' && one.bytes.buffer !== two.bytes.buffer).toBe(true);
    await laterRead;
    expect(started).toHaveLength(3);
  });

  it('never merge orders, or a waiting read with a read in flight', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view'));
    void pacer.send(read('view'));
    void pacer.send(order());
    void pacer.send(order());
    for (let turn = 0; turn < 4; turn += 1) {
      await started[turn]!.end();
      await clock.advance(gap);
    }
    expect(started.map(({ request }) => request.command)).toEqual([
      'retrieveSignalsWorking',
      'submitSignal',
      'submitSignal',
      'retrieveSignalsWorking',
    ]);
  });
});

describe('a full queue', () => {
  it('drops the newest background read, else the newest read, else refuses the new request', async () => {
    const { pacer, started } = pacerRig({ capacity: 3 });
    void pacer.send(read('view', 'in flight'));
    const oldBackground = pacer.send(read('background', '1'));
    const newBackground = pacer.send(read('background', '2'));
    const view = pacer.send(read('view', '3'));
    const firstOrder = pacer.send(order('submit', '4'));
    expect(await newBackground).toMatchObject({ kind: 'withdrawn' });
    const secondOrder = pacer.send(order('submit', '5'));
    expect(await oldBackground).toMatchObject({ kind: 'withdrawn' });
    const thirdOrder = pacer.send(order('submit', '6'));
    expect(await view).toMatchObject({ kind: 'withdrawn' });
    const cancel = pacer.send(order('cancel', '7'));
    expect(await cancel).toMatchObject({ kind: 'withdrawn', text: { code: 'request.queue-full' } });
    void started[0]!.end();
    const closing = pacer.close('closed');
    expect(await Promise.all([firstOrder, secondOrder, thirdOrder])).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'withdrawn', text: 'closed' })),
    );
    await closing;
  });
});

describe('before a request is sent', () => {
  it('runs beforeSend when the slot is free, and sends nothing when it declines or throws', async () => {
    const { clock, pacer, started } = pacerRig();
    void pacer.send(read('view'));
    let askedCount = 0;
    const declined = pacer.send({
      ...order(),
      beforeSend: () => {
        askedCount += 1;
        return false;
      },
    });
    const thrown = pacer.send({
      ...order(),
      beforeSend: () => {
        throw new Error('disk full');
      },
    });
    const laterOrder = pacer.send(order('submit', 'behind'));
    await started[0]!.end();
    expect(askedCount, 'not before the slot is free').toBe(0);
    await clock.advance(gap);
    await settled();
    expect(await declined).toMatchObject({ kind: 'withdrawn' });
    expect(await thrown).toMatchObject({ kind: 'withdrawn' });
    expect(started, 'a declined request uses no slot').toHaveLength(2);
    expect(started[1]!.request.systemId).toBe('behind');
    await started[1]!.end();
    await laterOrder;
  });
});

describe('cutting and closing', () => {
  it('cuts an order in flight for which a panic plan has waited too long, and never repeats it', async () => {
    const { clock, pacer, started } = pacerRig();
    const sent = pacer.send(order());
    const cancelAnswer = pacer.send(order('cancel'));
    const waited = pacer.cutInFlight(5_000);
    await clock.advance(4_900);
    expect(started).toHaveLength(1);
    await clock.advance(100);
    await waited;
    expect(await sent).toEqual(lost);
    await clock.advance(gap);
    expect(started.map(({ request }) => request.lane)).toEqual(['submit', 'cancel']);
    await started[1]!.end();
    expect(await cancelAnswer).toEqual(answer);
  });

  it('cuts no read for a panic plan, and no order that is answered in time', async () => {
    const { clock, pacer, started } = pacerRig();
    await pacer.cutInFlight(5_000);
    const list = pacer.send(read('view'));
    await pacer.cutInFlight(5_000);
    await started[0]!.end();
    await list;
    await clock.advance(gap);
    const sent = pacer.send(order());
    const waited = pacer.cutInFlight(5_000);
    await clock.advance(3_000);
    await started[1]!.end();
    await waited;
    expect(await sent).toEqual(answer);
    const next = pacer.send(order());
    await clock.advance(10_000);
    expect(started[2]!.stop.aborted).toBe(false);
    await started[2]!.end();
    expect(await next).toEqual(answer);
  });

  it('cuts a read in flight when the pacer is closed', async () => {
    const { pacer, started } = pacerRig();
    const outcome = pacer.send(read('view'));
    await pacer.close('gone');
    expect(started[0]!.stop.aborted).toBe(true);
    expect(await outcome).toEqual({ kind: 'withdrawn', text: 'gone' });
  });

  it('starts nothing at the instant of closing, even if an order is due at that instant', async () => {
    const { clock, pacer, started } = pacerRig();
    clock.after(gap, () => void pacer.close('gone'));
    void pacer.send(order());
    await started[0]!.end();
    const waiting = pacer.send(order('submit', '2'));
    await clock.advance(gap);
    expect(await waiting).toEqual({ kind: 'withdrawn', text: 'gone' });
    expect(started).toHaveLength(1);
  });

  it('withdraws requests after closing and waits for the order in flight', async () => {
    const { pacer, started } = pacerRig();
    void pacer.send(order());
    let closed = false;
    const closing = pacer.close('gone').then(() => {
      closed = true;
    });
    expect(await pacer.send(order())).toEqual({ kind: 'withdrawn', text: 'gone' });
    await settled();
    expect(closed).toBe(false);
    await started[0]!.end();
    await closing;
    expect(closed).toBe(true);
  });
});
