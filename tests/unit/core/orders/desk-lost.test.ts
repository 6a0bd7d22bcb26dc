import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { words } from '#renderer/messages/words.ts';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import type { RequestOutcome } from './fake-platform.ts';
import { intent, record, startWall, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

describe('reconciling a lost answer (order-safety J7, J11)', () => {
  it('finds an order by own id after two seconds', async () => {
    await rig.submit(1, {}, { kind: 'lost-after' });
    expect(rig.row(1)).toMatchObject({ state: 'unknown', journal: { state: 'UNKNOWN', choices: ['check-now'] } });
    expect(words(rig.row(1)?.journal?.text ?? '')).toBe(
      'Sent at 09:30:00 ET, no answer. It may be working or filled. We are checking; do not enter it again.',
    );
    await rig.clock.advance(1_999);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    await rig.clock.advance(1);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(words(rig.row(1)?.journal?.text ?? '')).toMatch(/^No answer came, /);
    expect(rig.desk.unknownCount()).toBe(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('finds an order by fingerprint if the lists show no own ids', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    expect(rig.row(1)?.journal?.text).toEqual({ code: 'order.landed-probable' });
  });

  it('finds an order that was filled at once and is missing in the working list', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'lost-after' });
    const [arrived] = rig.platform.list(systemId);
    rig.platform.set(arrived!.serviceId, { status: 'traded', tradedAt: 1, tradedPrice: '150' });
    await rig.clock.advance(2_000);
    expect(rig.row(1)).toMatchObject({ state: 'traded', tradedPrice: '150' });
  });

  it('does not take the record of an equal closing order that waits for its answer', async () => {
    rig.platform.showsOwnIds = false;
    rig.positions = [longPosition];
    const half = { action: 'STC', quantity: '50', profitTarget: null, stopLoss: null } as const;
    await rig.submit(1, half, { kind: 'lost-before' });
    rig.platform.onSend = () => rig.platform.add(record('301', { action: 'STC', quantity: '50' }));
    expect((await rig.submit(2, half, { kind: 'hang' })).ok).toBe(true);
    await rig.clock.advance(6_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['UNKNOWN', 'SENDING']);
  });

  it('asks before a second exit if the lost one filled after the positions were read, with a slow clock', async () => {
    const exit = { action: 'STC', quantity: '101', profitTarget: null, stopLoss: null } as const;
    rig.serviceClockOffsetMs = 60_000;
    rig.positions = [longPosition];
    await rig.submit(1, exit, { kind: 'lost-before' });
    await rig.clock.advance(121_000);
    rig.positionsReadAt = Math.floor(rig.clock.now() / 1000);
    rig.platform.add(record('199', { ownId: rig.row(1)!.ownId, status: 'traded', postedAt: 1, symbol: 'ZZZ' }));
    await rig.clock.advance(5_000);
    expect(rig.decide(1, 'check-by-cancelling').ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.row(1)?.state).toBe('traded');
    expect(await rig.submit(2, exit)).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  });

  it('asks before a second exit if the fill of the lost one has no readable time, with a slow clock', async () => {
    const exit = { action: 'STC', quantity: '101', profitTarget: null, stopLoss: null } as const;
    rig.serviceClockOffsetMs = 60_000;
    rig.positions = [longPosition];
    await rig.submit(1, exit, { kind: 'lost-after' });
    const [arrived] = rig.platform.list(systemId);
    rig.platform.set(arrived!.serviceId, { status: 'traded', tradedAt: null, tradedPrice: '150' });
    rig.positionsReadAt = Math.floor(rig.clock.now() / 1000);
    await rig.clock.advance(2_000);
    expect(rig.row(1)).toMatchObject({ state: 'traded', endedAt: null });
    expect(await rig.submit(2, exit, { kind: 'ok' })).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  });

  it('finds a lost stop by its own id beside a lost bracket with an equal stop', async () => {
    rig.positions = [longPosition];
    await rig.submit(1, {}, { kind: 'lost-after' });
    const stop = { action: 'STC', price: { kind: 'stop', stop: '145.5' }, profitTarget: null, stopLoss: null } as const;
    await rig.submit(2, stop, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['LANDED', 'LANDED']);
  });

  it('leaves a record to the equal order whose own id a later list shows', async () => {
    rig.platform.showsOwnIds = false;
    rig.positions = [longPosition];
    const stop = { action: 'STC', price: { kind: 'stop', stop: '145.5' }, profitTarget: null, stopLoss: null } as const;
    await rig.submit(1, stop, { kind: 'lost-before' });
    rig.platform.outcomes.push({ kind: 'lost-after' });
    rig.desk.submit(intent(2), ticket(stop), ['same-order', 'may-turn']);
    await rig.clock.advance(3_000);
    const [arrived] = rig.platform.list(systemId);
    rig.platform.set(arrived!.serviceId, { ownId: rig.row(2)!.ownId });
    await rig.clock.advance(127_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['PROBABLY_ABSENT', 'LANDED']);
  });

  it('matches the one record of two equal orders by T_late without own ids (order-safety J11)', async () => {
    rig.platform.showsOwnIds = false;
    rig.positions = [longPosition];
    const stop = { action: 'STC', price: { kind: 'stop', stop: '145.5' }, profitTarget: null, stopLoss: null } as const;
    await rig.submit(1, stop, { kind: 'lost-after' });
    rig.platform.outcomes.push({ kind: 'lost-before' });
    rig.desk.submit(intent(2), ticket(stop), ['same-order', 'may-turn']);
    await rig.clock.advance(130_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['LANDED_PROBABLE', 'PROBABLY_ABSENT']);
  });

  it('does not take a listed order that waits for another for a lost order without a condition', async () => {
    rig.platform.showsOwnIds = false;
    rig.platform.add(record('99', { symbol: 'MSFT' }));
    const plain = { profitTarget: null, stopLoss: null };
    await rig.submit(1, plain, { kind: 'lost-before' });
    await rig.submit(2, { ...plain, conditionalUpon: '99' }, { kind: 'lost-after' });
    rig.platform.set(rig.platform.list(systemId).at(-1)!.serviceId, { parentId: '99' });
    await rig.clock.advance(120_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['PROBABLY_ABSENT', 'LANDED_PROBABLE']);
  });

  it('never matches an equal order that was listed before the send', async () => {
    rig.platform.showsOwnIds = false;
    rig.platform.add(record('154', { postedAt: Math.floor(rig.clock.now() / 1000) - 5 }));
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(119_999);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
  });

  it('leaves the choice between two equal orders to the user', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('AMBIGUOUS');
    expect(rig.desk.unknownCount()).toBe(1);
  });

  it('finds an order by its own id that arrives after two equal orders from elsewhere were listed', async () => {
    await rig.submit(1, {}, { kind: 'late', ms: 4_000 });
    for (const id of ['301', '302']) rig.platform.add(record(id));
    await rig.clock.advance(3_000);
    expect(rig.state(intent(1))).toBe('AMBIGUOUS');
    rig.decide(1, 'acknowledge');
    await rig.clock.advance(2_000);
    rig.desk.listsChanged(systemId);
    expect(rig.row(1)).toMatchObject({ serviceId: '155000001', journal: { state: 'LANDED', candidates: [] } });
    expect(rig.blotter().filter(({ ownId }) => ownId === rig.row(1)?.ownId)).toHaveLength(1);
  });

  it('alarms when an order taken for an equal one from elsewhere is listed under its own id', async () => {
    await rig.submit(1, {}, { kind: 'late', ms: 4_000 });
    rig.platform.add(record('301', { status: 'traded', tradedAt: startWall / 1000 + 1, tradedPrice: '150' }));
    await rig.clock.advance(3_000);
    expect(rig.row(1)).toMatchObject({ serviceId: '301', state: 'traded', journal: { state: 'LANDED_PROBABLE' } });
    await rig.clock.advance(2_000);
    rig.desk.listsChanged(systemId);
    const alarm = { code: 'alarm.other-order', serviceId: '301' };
    expect(rig.row(1)).toMatchObject({ serviceId: '155000001', state: 'working', journal: { state: 'LANDED', alarm } });
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', rowId: intent(1), text: alarm });
    expect(rig.blotter().find(({ serviceId }) => serviceId === '301')?.journal).toBeNull();
  });

  it('takes back the notice of a fill if the record turns out to be another order', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    rig.platform.add(record('301', { status: 'traded', tradedAt: startWall / 1000 + 1, tradedPrice: '150' }));
    await rig.clock.advance(3_000);
    const fills = () => [...rig.shownNotices.values()].filter(({ announced }) => announced === 'fill');
    expect(fills()).toHaveLength(1);
    rig.platform.set('301', { ownId: '177246189999999' });
    rig.desk.listsChanged(systemId);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(fills()).toEqual([]);
  });

  it('alarms when the service accepted an order twice', async () => {
    await rig.submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'alarm.duplicates', count: 2 });
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', rowId: intent(1) });
  });

  it('alarms after a restart about a second order that the stored lists show', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'doubled', answered: true });
    rig.restart();
    await rig.clock.advance(999);
    expect(rig.row(1)?.journal?.alarm).toBeNull();
    await rig.clock.advance(1);
    expect(rig.row(1)?.journal?.alarm).toMatchObject({ code: 'alarm.copies' });
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', rowId: intent(1) });
  });

  it('an order counts as absent only after two minutes and later clean reads (order-safety J11)', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(119_000);
    rig.platform.readsFail = true;
    await rig.clock.advance(25_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    rig.platform.readsFail = false;
    await rig.clock.advance(20_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    expect(rig.row(1)?.journal).toMatchObject({ text: { code: 'order.not-visible', until: null } });
    expect(rig.desk.unknownCount()).toBe(1);
    expect(await rig.submit(2)).toMatchObject({ failure: { code: 'duplicate' } });
    expect(rig.decide(1, 'acknowledge').ok).toBe(true);
    expect(rig.desk.unknownCount()).toBe(0);
    expect((await rig.submit(2)).ok).toBe(true);
  });

  it('reaches a verdict within T_late + 10 s while the service answers (order-safety J11)', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(130_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });

  it('alarms when an order appears after it was believed lost', async () => {
    await rig.submit(1, {}, { kind: 'late', ms: 500_000 });
    await rig.clock.advance(400_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    await rig.clock.advance(200_000);
    rig.desk.listsChanged(systemId);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', text: { code: 'alarm.appeared' } });
  });

  it('never claims a record of another order (order-safety J7)', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(130_000);
    rig.decide(1, 'acknowledge');
    await rig.submit(2);
    rig.desk.listsChanged(systemId);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['PROBABLY_ABSENT', 'ACKED']);
    await rig.submit(3, { quantity: '3' }, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(3))).toBe('LANDED_PROBABLE');
  });

  it('does not end the watch after a day while the lists cannot be read', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(200_000);
    rig.platform.readsFail = true;
    await rig.clock.advance(25 * 3_600_000);
    rig.desk.listsChanged(systemId);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    rig.platform.readsFail = false;
    await rig.clock.advance(300_000);
    expect(rig.state(intent(1))).toBe('CLOSED_ABSENT');
  });

  it('does not end the watch after a day while the lists that were read cannot be stored', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(200_000);
    rig.platform.storesReads = false;
    await rig.clock.advance(25 * 3_600_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    rig.platform.storesReads = true;
    await rig.clock.advance(300_000);
    expect(rig.state(intent(1))).toBe('CLOSED_ABSENT');
  });

  it('ends the watch after a day and still matches an order that appears later', async () => {
    await rig.submit(1, {}, { kind: 'late', ms: 100_000_000 });
    await rig.clock.advance(86_701_000);
    expect(rig.state(intent(1))).toBe('CLOSED_ABSENT');
    await rig.clock.advance(20_000_000);
    rig.desk.listsChanged(systemId);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
  });

  it('names the listed orders that equal a refused order', async () => {
    rig.platform.showsOwnIds = false;
    rig.platform.onSend = () => {
      rig.platform.add(record('301'));
      rig.platform.add(record('302'));
    };
    await rig.submit(1, { profitTarget: null, stopLoss: null }, { kind: 'refused', title: 'Unknown typeofsymbol' });
    await rig.clock.advance(2_000);
    const proof = rig.journal.events(intent(1)).find(({ type }) => type === 'reject-proved');
    expect(proof).toMatchObject({ evidence: { rule: 'equal-listed', serviceIds: ['301', '302'] } });
  });

  it('finds an order that was refused and filled at once, outside the working list', async () => {
    rig.platform.outcomes.push({ kind: 'refused', title: 'Unknown typeofsymbol', isCarriedOut: true });
    rig.platform.onSend = () => {
      // The lists are read after the fill.
      rig.clock.after(0, () =>
        rig.platform.list(systemId).forEach(({ serviceId }) => rig.platform.set(serviceId, { status: 'traded' })),
      );
    };
    await rig.submit(1);
    await rig.clock.advance(0);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', alarm: { code: 'alarm.refused-but-listed' } });
  });

  it('proves a refusal by one read of both lists', async () => {
    await rig.submit(1, {}, { kind: 'refused', title: 'Unknown typeofsymbol' });
    await rig.clock.advance(0);
    expect(rig.row(1)).toMatchObject({
      state: 'rejected',
      journal: { state: 'REJECTED', answer: ['Unknown typeofsymbol', 'Refused.'] },
    });
    await rig.submit(2, { quantity: '2' }, { kind: 'refused', title: 'Unknown typeofsymbol', isCarriedOut: true });
    await rig.clock.advance(0);
    expect(rig.row(2)).toMatchObject({ state: 'working', journal: { state: 'LANDED' } });
    expect(rig.row(2)?.journal?.alarm).toEqual({ code: 'alarm.refused-but-listed' });
  });

  it.each(['the same run', 'the next run'])(
    'finds a refused order that a list shows under its own id after the refusal was proved, in %s',
    async (run) => {
      await rig.submit(1, {}, { kind: 'refused', title: 'Unknown typeofsymbol' });
      await rig.clock.advance(2_000);
      expect(rig.row(1)).toMatchObject({ state: 'rejected', journal: { state: 'REJECTED' } });
      rig.platform.add(record('301', { ownId: rig.row(1)?.ownId ?? null }));
      if (run === 'the next run') rig.restart();
      else rig.desk.listsChanged(systemId);
      await rig.clock.advance(1_000);
      expect(rig.row(1)).toMatchObject({
        state: 'working',
        serviceId: '301',
        journal: { state: 'LANDED', alarm: { code: 'alarm.refused-but-listed' } },
      });
    },
  );

  it('finds a refused order by its own id in the one list that can be read', async () => {
    rig.platform.readPosted = () => Promise.resolve({ ok: false, text: 'no answer' });
    await rig.submit(1, {}, { kind: 'refused', title: 'Unknown typeofsymbol', isCarriedOut: true });
    await rig.clock.advance(5_000);
    expect(rig.row(1)).toMatchObject({
      state: 'working',
      journal: { state: 'LANDED', alarm: { code: 'alarm.refused-but-listed' } },
    });
  });

  it('accepts an equal exit with a confirmation, two minutes after a refusal that no list proved', async () => {
    rig.positions = [longPosition];
    const close = { action: 'STC', profitTarget: null, stopLoss: null } as const;
    rig.platform.readsFail = true;
    await rig.submit(1, close, { kind: 'refused', title: 'Unknown typeofsymbol' });
    await rig.clock.advance(119_000);
    expect(await rig.submit(2, close)).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    const sameQuantity = { ...close, quantity: `${ticket(close).quantity}.0` };
    expect(await rig.submit(5, sameQuantity)).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    await rig.clock.advance(1_000);
    expect(await rig.submit(3, close)).toMatchObject({
      ok: false,
      failure: { code: 'unconfirmed', message: { warning: { code: 'check.equal-refused' } } },
    });
    expect(rig.desk.submit(intent(4), ticket(close), ['same-order', 'equal-refused']).ok).toBe(true);
    expect(rig.state(intent(1))).toBe('REJECTED_SOFT');
  });

  it('finds an order after a crash between send and answer, and never sends it twice', async () => {
    rig.platform.outcomes.push({ kind: 'hang' });
    await rig.submit(1);
    expect(rig.state(intent(1))).toBe('SENDING');
    rig.restart();
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.desk.unknownCount()).toBe(1);
    rig.platform.add(record('155', { ownId: rig.journal.order(intent(1))!.ownId }));
    await rig.ready();
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('gives an order of an earlier run the whole poll schedule again', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    rig.clock.jumpWall(7_200_000);
    rig.restart();
    await rig.clock.advance(119_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });
});

describe('an answer without a clear meaning', () => {
  const echo = { signalid: '155664001', symbol: 'AAPL', action: 'BTO', quant: '100' };

  it.each<[string, Extract<RequestOutcome, { kind: 'answered' }>, readonly string[]]>([
    ['without an own id', { kind: 'answered', body: { ok: '1', signal: echo, title: 'Taken' } }, ['HTTP 200', 'Taken']],
    [
      'without a signal',
      { kind: 'answered', body: { ok: '1', signal: null } },
      ['HTTP 200', '{"ok":"1","signal":null}'],
    ],
    [
      'that is not JSON',
      { kind: 'answered', body: '<html>Busy</html>', httpStatus: 503 },
      ['HTTP 503', '<html>Busy</html>'],
    ],
    ['that is a redirect', { kind: 'answered', body: '', httpStatus: 307 }, ['HTTP 307']],
    [
      "in the platform's own words",
      {
        kind: 'answered',
        body: { ok: '0', error: { title: 'Unknown typeofsymbol', message: 'Wrong.', errors: ['a', 'b'] } },
      },
      ['HTTP 200', 'Unknown typeofsymbol', 'Wrong.', 'a', 'b'],
    ],
  ])('%s is quoted on the row and in the notice', async (_name, outcome, answer) => {
    await rig.submit(1, { profitTarget: null, stopLoss: null }, outcome);
    const quoted = `Answered, but not understood: ${answer.join(' · ')}.`;
    const row = rig.row(1);
    expect(row).toMatchObject({ state: 'unknown', journal: { answer } });
    expect(words(row?.journal?.text ?? '')).toContain(quoted);
    expect(rig.notices.at(-1)).toMatchObject({
      level: 'danger',
      title: { code: 'notice.order', news: 'not-understood', action: 'BTO', quantity: '100', symbol: 'AAPL' },
    });
    expect(words(rig.notices.at(-1)?.text ?? '')).toContain(quoted);
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(words(rig.row(1)?.journal?.text ?? '')).toBe(
      'The answer did not confirm this order, but the platform shows it under its own id.',
    );
  });

  it('does not say that an ambiguous order had no answer when an answer arrived', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, { profitTarget: null, stopLoss: null }, { kind: 'answered', body: '<html>Busy</html>' });
    rig.platform.add(record('154', { postedAt: Math.floor(rig.clock.now() / 1000) }));
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('AMBIGUOUS');
    expect(words(rig.row(1)?.journal?.text ?? '')).toMatch(/^Sent at 09:30:00 ET, answered, but not understood, and /);
  });

  it('is distinguished from no answer on the row and in the notice', async () => {
    await rig.submit(1, {}, { kind: 'lost-after' });
    expect(rig.row(1)?.journal?.answer).toEqual([]);
    expect(rig.notices.at(-1)).toMatchObject({ title: { code: 'notice.order', news: 'no-answer' } });
  });
});
