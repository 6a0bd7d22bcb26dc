import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InProcess } from './in-process.ts';
import { asMembers, BUY, text, type Members } from './service.ts';

let service: InProcess;
beforeAll(() => {
  service = new InProcess();
});
beforeEach(() => service.reset());

const LIMIT = { ...BUY, limit: '1' };
const lastCounter = (): number => Number(service.services.store.meta.need('counter'));
const idAhead = (distance: number): string => String(lastCounter() + distance);

function submit(signal: object): Members {
  const answer = service.call('submitSignal', { signal: { ...LIMIT, ...signal } });
  expect(answer['ok']).toEqual(expect.toBeOneOf(['1', 1]));
  return asMembers(answer['signal']);
}

/** The service ids and own ids of all signals. An id that two signals have is in the list twice. */
function usedIds(): string[] {
  return [...service.signals().values()].flatMap(({ id, record }) => {
    const { ownId } = JSON.parse(record) as { readonly ownId: string | null };
    return ownId === null ? [id] : [id, ownId];
  });
}
const expectUnique = (): void => {
  const all = usedIds();
  expect(new Set(all).size).toBe(all.length);
};

/**
 * order-safety.md I4: ids are never reused, and the ids of the service and of callers never
 * overlap.
 */
describe('[Endpoints/submitSignal] the id counter of the service', () => {
  it.each([0, 1, 2, 3])('skips the own id of an order with a bracket, %i ahead of the next id', (distance) => {
    const own = idAhead(1 + distance);
    const entry = submit({ signalid: own, profittarget: '2', stoploss: '0.5' });
    const drawnIds = ['signalid', 'profittargetsignalid', 'stoplosssignalid', 'targetocagroupid'].map((member) =>
      text(entry, member),
    );
    expect(drawnIds).not.toContain(own);
    expectUnique();
    submit({});
    expectUnique();
  });

  it('skips the chosen id of a group', () => {
    const group = idAhead(1);
    expect(text(submit({ ocaid: group }), 'signalid')).not.toBe(group);
  });

  it('skips the own id of a nested parent', () => {
    const own = idAhead(1);
    submit({ conditionalUponSignal: { ...LIMIT, signalid: own } });
    expectUnique();
  });

  it('skips ids far ahead that were chosen before a restart', () => {
    const [tenth, hundredth] = [idAhead(10), idAhead(100)];
    submit({ signalid: tenth });
    submit({ ocaid: hundredth });
    service.restart();
    const drawnIds = Array.from({ length: 100 }, () => text(submit({}), 'signalid'));
    expect(drawnIds).not.toContain(tenth);
    expect(drawnIds).not.toContain(hundredth);
    expectUnique();
  });

  it('gives 200000001 after 199999999 if 200000000 is an own id', () => {
    service.services.store.meta.set('counter', '199999997');
    service.restart();
    submit({ signalid: '200000000' });
    service.services.store.meta.set('counter', '199999998');
    service.restart();
    expect([text(submit({}), 'signalid'), text(submit({}), 'signalid')]).toEqual(['199999999', '200000001']);
  });
});
