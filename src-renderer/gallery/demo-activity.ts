import type { ActivityEntry } from '#contract/model/activity.ts';
import { demoNow } from './demo-clock.ts';

const kinds: readonly Pick<ActivityEntry, 'command' | 'lane' | 'verdict' | 'text'>[] = [
  { command: 'retrieveSignalsWorking', lane: 'view', verdict: 'ok', text: '5 signals' },
  { command: 'requestTradesOpen', lane: 'view', verdict: 'ok', text: '3 trades' },
  {
    command: 'submitSignal',
    lane: 'submit',
    verdict: 'no-answer',
    text: 'The connection was cut before an answer came.',
  },
  {
    command: 'submitSignal',
    lane: 'submit',
    verdict: 'refused',
    text: 'Signal rejected: Insufficient buying power for this order',
  },
  { command: 'cancelSignal', lane: 'cancel', verdict: 'ok', text: 'Signal canceled' },
  { command: 'requestMarginEquity', lane: 'background', verdict: 'ok', text: '' },
  { command: 'retrieveSignalsAll', lane: 'reconcile', verdict: 'bad-answer', text: 'Not JSON: 502 Bad Gateway' },
  {
    command: 'retrieveSystemEquity',
    lane: 'background',
    verdict: 'not-sent',
    text: 'The service could not be reached.',
  },
];

export function demoActivity(mode: ActivityEntry['mode']): readonly ActivityEntry[] {
  return Array.from({ length: 64 }, (_, index): ActivityEntry => {
    const kind = kinds[index < kinds.length ? index : index % 2 === 0 ? 0 : (index % 3) + 4] ?? kinds[0];
    const sent = kind?.verdict !== 'not-sent';
    return {
      command: '',
      lane: 'view',
      verdict: 'ok',
      text: '',
      ...kind,
      id: `a${64 - index}`,
      at: (demoNow - index * 4) * 1000,
      profile: mode === 'LIVE' ? 'Main account' : 'Practice',
      mode,
      systemId: '91000001',
      waitMs: (index * 137) % 940,
      durationMs: sent ? 38 + ((index * 53) % 420) : null,
      bytes: sent ? 900 + ((index * 1_931) % 48_000) : null,
    };
  });
}
