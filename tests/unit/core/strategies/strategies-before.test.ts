import { expect, it } from 'vitest';
import type { ActRow } from '#core/acts/act-row.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { strategiesBefore } from '#core/strategies/strategies-before.ts';

it('a strategy that an earlier creation made is known before the list shows it', () => {
  const created = (shown: object) =>
    ({ command: createNewSystem.command, target: { kind: 'person', id: '7001' }, shown }) as unknown as ActRow;
  const listed = [
    { systemId: '101', name: 'Trend', createdAt: 5 },
    { systemId: '102', name: 'Old', createdAt: 9, listed: false },
  ] as unknown as Parameters<typeof strategiesBefore>[0];
  const acts = [
    ...[created({ systemId: '103' }), created({ answered: { systemId: '104' } }), created({ systemId: '101' })],
    // An answer that names no id. The list has only ids.
    created({ systemId: 'pending' }),
  ];
  expect(strategiesBefore(listed, acts)).toEqual({ systemIds: ['101', '103', '104'], newestCreatedAt: 5 });
});
