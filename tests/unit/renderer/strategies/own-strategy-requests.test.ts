import { describe, expect, it } from 'vitest';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { demoDetails } from '#renderer/gallery/demo-strategies.ts';
import { OwnStrategyRequests } from '#renderer/strategies/own/own-strategy-requests.svelte.ts';

const { details: known } = demoDetails('91000004');

function requestsOf({
  details = null,
  isSubscriber = false,
  readOnly = null,
}: {
  readonly details?: StrategyDetails | null;
  readonly isSubscriber?: boolean;
  readonly readOnly?: string | null;
}) {
  const said: string[] = [];
  const requests = new OwnStrategyRequests({
    status: { readOnlyBecause: readOnly },
    store: { details, isSubscriber },
    toasts: { show: (_tone, text) => void said.push(text) },
  });
  return { requests, said };
}

describe('a key on a strategy of the list', () => {
  it('opens the form of its details', () => {
    const { requests, said } = requestsOf({ details: known });
    requests.change();
    expect(requests.asked).toMatchObject({ task: { kind: 'change', systemId: known.systemId } });
    expect(said).toEqual([]);
  });

  it.each([
    [{}, 'Its details are not read yet.'],
    [{ details: known, isSubscriber: true }, 'Another person owns this strategy.'],
    [{ details: known, readOnly: 'A review bundle is shown.' }, 'A review bundle is shown.'],
  ])('says why it opens none (%#)', (given, reason) => {
    const { requests, said } = requestsOf(given);
    requests.change();
    requests.clone();
    expect(requests.asked).toBeNull();
    expect(said).toEqual([reason, reason]);
  });

  it('says why no strategy can be created', () => {
    const { requests, said } = requestsOf({ readOnly: 'A review bundle is shown.' });
    requests.create();
    expect([requests.asked, said]).toEqual([null, ['A review bundle is shown.']]);
  });
});
