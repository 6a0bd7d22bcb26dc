import type { ChangeRowState } from '#contract/model/change-set.ts';
import type { GridTone } from '#renderer/grid/grid-types.ts';

export const rowStateWords: Readonly<Record<ChangeRowState, { readonly text: string; readonly tone: GridTone }>> = {
  waiting: { text: 'Waiting', tone: 'muted' },
  sending: { text: 'Sending', tone: 'accent' },
  done: { text: 'Done', tone: 'good' },
  refused: { text: 'Refused', tone: 'danger' },
  unknown: { text: 'Unknown', tone: 'danger' },
  absent: { text: 'Not found', tone: 'danger' },
  'given-up': { text: 'Ended by you', tone: 'warn' },
  differs: { text: 'Not as sent', tone: 'danger' },
  skipped: { text: 'Skipped', tone: 'muted' },
  'no-op': { text: 'No change', tone: 'muted' },
  'changed-since': { text: 'Outdated', tone: 'warn' },
};
