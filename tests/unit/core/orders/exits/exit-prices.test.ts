import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExitRequest } from '#contract/model/exit.ts';
import { intent, startWall, systemId } from '../order-fixtures.ts';
import { ExitRig, longPosition, market, positionRequest } from './exit-rig.ts';

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
});
afterEach(() => rig.dispose());

/** A price from which the stop at 145 and the targets at 160 and 170 are far. */
const seePrice = (): void => {
  const implied = { price: '100', at: startWall / 1000 };
  rig.positions = rig.positions.map((position) => ({ ...position, implied }));
};
const sentPrices = (): (string | null)[] =>
  [...rig.journal.orders()].map(({ ticket: { price } }) =>
    price.kind === 'limit' ? price.limit : price.kind === 'stop' ? price.stop : null,
  );

describe('an exit with the price of the exit that it replaces', () => {
  const scaleOut: ExitRequest = { ...positionRequest, kind: 'scale-out', price: market, amount: { percent: 50 } };
  const keep: ExitRequest = { kind: 'keep-overnight', systemId, positionId: longPosition.id };

  /** Makes the grouped stop and target end today, so that they can be kept overnight. */
  function makeDayOrders(): void {
    rig.platform.set('200', { duration: 'DAY' });
    rig.platform.set('201', { duration: 'DAY' });
    rig.desk.listsChanged(systemId);
  }

  it.each([
    ['reduced', scaleOut, ['145', '160', null]],
    ['kept overnight', keep, ['145', '160']],
  ] as const)('is %s although a price becomes known during the run', async (_, request, prices) => {
    makeDayOrders();
    const { planId, checks } = rig.planOf(request);
    expect(checks.map(({ code }) => code)).not.toContain('price-far');
    const release = rig.desk.onChange(() => {
      release();
      seePrice();
    });
    rig.onRead = seePrice;
    rig.exits.execute(
      intent(1),
      planId,
      checks.map(({ code }) => code),
    );
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
    expect(sentPrices().toSorted()).toEqual([...prices].toSorted());
  });

  it('has no warning about its price in the plan', () => {
    seePrice();
    expect(rig.planOf(scaleOut).checks.map(({ code }) => code)).not.toContain('price-far');
  });
});

it('a new stop far from the known price has a warning', () => {
  seePrice();
  const { checks } = rig.planOf({ ...positionRequest, kind: 'protect', stop: '50', target: null });
  expect(checks.map(({ code }) => code)).toContain('price-far');
});
