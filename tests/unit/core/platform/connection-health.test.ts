import { describe, expect, it } from 'vitest';
import { answer, gap, lost, order, pacerRig, read, unreachable } from './paced.ts';

const roster = { ...read('view'), command: 'listAllSystems', body: {}, systemId: null };

/** A connection that has answered once, and whose pace allows the next request. */
const connected = async () => {
  const rig = pacerRig();
  void rig.pacer.send(roster);
  await rig.started[0]!.end();
  await rig.clock.advance(gap);
  return rig;
};

describe('a failing list of one strategy', () => {
  it('is read again after 2, 4, 8 … 60 seconds, so nine reads start in five minutes', async () => {
    const { clock, pacer, started } = await connected();
    const starts: number[] = [];
    const beganAt = clock.monotonic();
    while (clock.monotonic() < beganAt + 300_000) {
      const before = started.length;
      void pacer.send(read('view', 'sick'));
      for (let second = 0; second < 61 && started.length === before; second += 1) await clock.advance(1_000);
      starts.push(Math.round((started.at(-1)!.at - beganAt) / 1_000));
      await started.at(-1)!.end(lost);
    }
    expect(starts.filter((at) => at <= 300)).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
  });

  it('delays no other strategy, no other list of the same strategy, no order and no cancel', async () => {
    const { clock, health, pacer, started } = await connected();
    for (let failure = 0; failure < 6; failure += 1) {
      void pacer.send(read('view', 'sick'));
      await clock.advance(61_000);
      await started.at(-1)!.end(lost);
    }
    const others = [
      read('view', 'well'),
      { ...read('view', 'sick'), command: 'requestTradesOpen' },
      order(),
      order('cancel'),
    ];
    const before = started.length;
    void pacer.send(read('view', 'sick'));
    for (const other of others) {
      void pacer.send(other);
      await clock.advance(gap);
      await started.at(-1)!.end();
    }
    const sent = started.slice(before).map(({ request }) => `${request.command} ${request.systemId}`);
    expect(sent).not.toContain('retrieveSignalsWorking sick');
    expect(sent).toHaveLength(others.length);
    expect(health.state().state).toBe('answering');
  });

  it('is read at once when a person requests it', async () => {
    const { clock, pacer, started } = await connected();
    for (let failure = 0; failure < 6; failure += 1) {
      void pacer.send(read('view', 'sick'));
      await clock.advance(61_000);
      await started.at(-1)!.end(lost);
    }
    const before = started.length;
    void pacer.send(read('view', 'sick'));
    await clock.advance(gap);
    expect(started).toHaveLength(before);
    void pacer.send({ ...read('view', 'sick'), retryNow: true });
    await clock.advance(gap);
    expect(started).toHaveLength(before + 1);
  });

  it('is read again in the reconcile lane after five seconds at most', async () => {
    const { clock, pacer, started } = await connected();
    for (let failure = 0; failure < 6; failure += 1) {
      void pacer.send(read('view', 'sick'));
      await clock.advance(61_000);
      await started.at(-1)!.end(lost);
    }
    const before = started.length;
    void pacer.send(read('reconcile', 'sick'));
    await clock.advance(4_999);
    expect(started).toHaveLength(before);
    await clock.advance(1);
    expect(started).toHaveLength(before + 1);
  });

  it('is read again two seconds after an answer with HTTP 503', async () => {
    const { clock, health, pacer, started } = await connected();
    void pacer.send(read('view', 'busy'));
    await started.at(-1)!.end({ ...answer, httpStatus: 503 });
    void pacer.send(read('view', 'busy'));
    await clock.advance(1_999);
    expect(started).toHaveLength(2);
    await clock.advance(1);
    expect(started).toHaveLength(3);
    expect(health.state().state).toBe('answering');
  });
});

describe('the connection', () => {
  it('is in doubt, not down, when lists of two strategies fail; the list of strategies decides', async () => {
    const { clock, health, pacer, started } = await connected();
    for (const systemId of ['1', '2']) {
      void pacer.send(read('view', systemId));
      await clock.advance(gap);
      await started.at(-1)!.end(lost);
    }
    expect(health.state().state).toBe('answering');
    expect(health.inDoubt()).toBe(true);
    void pacer.send(roster);
    await clock.advance(gap);
    await started.at(-1)!.end();
    expect(health.inDoubt()).toBe(false);
  });

  it('is down when a list of a strategy and the list of strategies fail, until the first answer', async () => {
    const { clock, health, pacer, started } = await connected();
    for (const request of [read('view', '1'), roster]) {
      void pacer.send(request);
      await clock.advance(gap);
      await started.at(-1)!.end(lost);
    }
    expect(health.state()).toMatchObject({ state: 'failing' });
    expect(pacer.state().backOffMs).toBe(4_000);
    void pacer.send(read('view', 'well'));
    await clock.advance(3_000);
    expect(started, 'every read waits while nothing answers').toHaveLength(3);
    void pacer.send(order('cancel'));
    expect(started.at(-1)!.request.command).toBe('cancelSignal');
    await started.at(-1)!.end();
    expect(health.state().state).toBe('answering');
    expect(pacer.state().backOffMs).toBe(0);
  });

  it('is down at once when the host cannot be reached', async () => {
    const { health, pacer, started } = await connected();
    void pacer.send(read('view', '1'));
    await started.at(-1)!.end(unreachable);
    expect(health.state().state).toBe('failing');
  });

  it('is down when its first request is not answered', async () => {
    const { health, pacer, started } = pacerRig();
    void pacer.send(read('view', '1'));
    await started[0]!.end(lost);
    expect(health.state().state).toBe('failing');
  });
});
