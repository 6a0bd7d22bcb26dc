import { describe, expect, it } from 'vitest';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { demoDetails } from '#renderer/gallery/demo-strategies.ts';
import { OwnStrategyAsks } from '#renderer/strategies/own/own-strategy-asks.svelte.ts';

const { details: known } = demoDetails('91000004');

function asksOf({
  details = null,
  isSubscriber = false,
  readOnly = null,
}: {
  readonly details?: StrategyDetails | null;
  readonly isSubscriber?: boolean;
  readonly readOnly?: string | null;
}) {
  const said: string[] = [];
  const asks = new OwnStrategyAsks({
    status: { readOnly },
    store: { details, isSubscriber },
    toasts: { show: (_tone, text) => void said.push(text) },
  });
  return { asks, said };
}

describe('a key on a strategy of the list', () => {
  it('opens the form of its details', () => {
    const { asks, said } = asksOf({ details: known });
    asks.change();
    expect(asks.asked).toMatchObject({ task: { kind: 'change', systemId: known.systemId } });
    expect(said).toEqual([]);
  });

  it.each([
    [{}, 'Its details are not read yet.'],
    [{ details: known, isSubscriber: true }, 'Another person owns this strategy.'],
    [{ details: known, readOnly: 'A review bundle is shown.' }, 'A review bundle is shown.'],
  ])('says why it opens none (%#)', (given, reason) => {
    const { asks, said } = asksOf(given);
    asks.change();
    asks.clone();
    expect(asks.asked).toBeNull();
    expect(said).toEqual([reason, reason]);
  });

  it('says why no strategy can be created', () => {
    const { asks, said } = asksOf({ readOnly: 'A review bundle is shown.' });
    asks.create();
    expect([asks.asked, said]).toEqual([null, ['A review bundle is shown.']]);
  });
});
