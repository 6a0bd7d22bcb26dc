import { expect, test } from 'vitest';
import { failPointNames } from '#core/orders/journal/fail-points.ts';
import { sceneFor } from '#tests/chaos/scenes.ts';

/** The writes of every order, and the write at a restart after a kill that left an order open. */
const ordinaryWrites = ['order.created', 'order.slot-free', 'order.accepted', 'order.found-at-start'];

test('every journal write that ordinary trading does not reach has a scene that leads to it', () => {
  const pointsWithoutScene = failPointNames.filter((point) => sceneFor(point) === null);
  expect([...new Set(pointsWithoutScene.map((point) => point.replace(/\.(before|written)$/, '')))]).toEqual(
    ordinaryWrites,
  );
});
