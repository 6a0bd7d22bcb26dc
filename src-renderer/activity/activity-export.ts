import { words } from '#renderer/messages/words.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

/**
 * `Mode of the request` can differ from the mode of the export if both modes were used since the
 * start.
 */
export const activityExport: readonly ExportColumn<ActivityEntry>[] = [
  { id: 'at', title: 'Time', kind: 'time', value: ({ at }) => Math.floor(at / 1000) },
  { id: 'requestMode', title: 'Mode of the request', kind: 'text', value: ({ mode }) => mode },
  { id: 'profile', title: 'Connection', kind: 'text', value: ({ profile }) => profile },
  { id: 'command', title: 'Request', kind: 'text', value: ({ command }) => command },
  { id: 'strategy', title: 'Strategy', kind: 'text', value: ({ systemId }) => systemId },
  { id: 'lane', title: 'Priority', kind: 'text', value: ({ lane }) => lane },
  { id: 'verdict', title: 'Result', kind: 'text', value: ({ verdict }) => verdict },
  { id: 'waitMs', title: 'Wait ms', kind: 'number', value: ({ waitMs }) => Math.round(waitMs) },
  {
    id: 'durationMs',
    title: 'Duration ms',
    kind: 'number',
    value: ({ durationMs }) => (durationMs === null ? null : Math.round(durationMs)),
  },
  { id: 'bytes', title: 'Bytes', kind: 'number', value: ({ bytes }) => bytes },
  { id: 'text', title: 'Answer', kind: 'text', value: ({ text }) => words(text) },
];
