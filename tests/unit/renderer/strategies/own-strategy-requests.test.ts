import { describe, expect, it } from 'vitest';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { demoDetails } from '#renderer/gallery/demo-strategies.ts';
import { OwnStrategyRequests } from '#renderer/strategies/own/own-strategy-requests.svelte.ts';

const { details: knownDetails } = demoDetails('91000004');

function requestsOf({
  details = null,
  isSubscriber = false,
  readOnly = null,
}: {
  readonly details?: StrategyDetails | null;
  readonly isSubscriber?: boolean;
  readonly readOnly?: string | null;
}) {
  const toastTexts: string[] = [];
  const requests = new OwnStrategyRequests({
    status: { readOnlyBecause: readOnly },
    store: { details, isSubscriber },
    toasts: { show: (_tone, text) => void toastTexts.push(text) },
  });
  return { requests, toastTexts };
}

describe('a keyboard command on the Strategies page', () => {
  it('opens the form with the details of the strategy', () => {
    const { requests, toastTexts } = requestsOf({ details: knownDetails });
    requests.change();
    expect(requests.taskInDialog).toMatchObject({ task: { kind: 'change', systemId: knownDetails.systemId } });
    expect(toastTexts).toEqual([]);
  });

  it.each([
    [{}, 'Its details are not read yet.'],
    [{ details: knownDetails, isSubscriber: true }, 'Another person owns this strategy.'],
    [{ details: knownDetails, readOnly: 'A review bundle is shown.' }, 'A review bundle is shown.'],
  ])('says why it opens no form (%#)', (given, reason) => {
    const { requests, toastTexts } = requestsOf(given);
    requests.change();
    requests.clone();
    expect(requests.taskInDialog).toBeNull();
    expect(toastTexts).toEqual([reason, reason]);
  });

  it('says why no strategy can be created', () => {
    const { requests, toastTexts } = requestsOf({ readOnly: 'A review bundle is shown.' });
    requests.create();
    expect([requests.taskInDialog, toastTexts]).toEqual([null, ['A review bundle is shown.']]);
  });
});
