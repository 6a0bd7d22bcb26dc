import { words } from '#renderer/messages/words.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';
import { bytesText } from '#renderer/format/bytes-text.ts';
import { shortTimeText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow, GridTone } from '#renderer/grid/grid-types.ts';

export type ActivityRow = GridRow & { readonly entry: ActivityEntry };

const verdicts: Readonly<Record<ActivityEntry['verdict'], { readonly text: string; readonly tone: GridTone }>> = {
  ok: { text: 'Answered', tone: 'good' },
  refused: { text: 'Refused', tone: 'danger' },
  'not-sent': { text: 'Not sent', tone: 'warn' },
  'no-answer': { text: 'No answer', tone: 'danger' },
  'bad-answer': { text: 'Bad answer', tone: 'danger' },
  'prediction-missed': { text: 'Not as previewed', tone: 'warn' },
};

/** Times on the day `today` (`2026-03-02`) are shown without their date. */
export function activityColumns(zone: Zone, today: string): readonly GridColumn<ActivityRow>[] {
  return [
    {
      id: 'at',
      title: `Time ${zoneLabel(zone)}`,
      width: 140,
      fixed: true,
      text: ({ entry }) => shortTimeText(Math.floor(entry.at / 1000), today, zone),
      tooltip: ({ entry }) => timeText(Math.floor(entry.at / 1000), zone),
      sortKey: ({ entry }) => entry.at,
      sortFirst: 'descending',
      search: true,
    },
    {
      id: 'mode',
      title: 'Mode',
      width: 92,
      look: 'badge',
      text: ({ entry }) => entry.mode,
      tone: ({ entry }) => (entry.mode === 'LIVE' ? 'danger' : 'muted'),
      search: true,
    },
    { id: 'profile', title: 'Connection', width: 110, hidden: true, text: ({ entry }) => entry.profile, search: true },
    {
      id: 'command',
      title: 'Request',
      width: 212,
      text: ({ entry }) => entry.command,
      tone: () => 'strong',
      sortKey: ({ entry }) => entry.command,
      search: true,
    },
    { id: 'system', title: 'Strategy', width: 104, text: ({ entry }) => entry.systemId ?? '–', search: true },
    {
      id: 'lane',
      title: 'Priority',
      width: 96,
      text: ({ entry }) => entry.lane,
      sortKey: ({ entry }) => entry.lane,
      search: true,
    },
    {
      id: 'verdict',
      title: 'Result',
      width: 108,
      look: 'badge',
      text: ({ entry }) => verdicts[entry.verdict].text,
      tone: ({ entry }) => verdicts[entry.verdict].tone,
      sortKey: ({ entry }) => entry.verdict,
      search: true,
    },
    ...figures,
    { id: 'text', title: 'Answer', width: 170, grow: 1, text: ({ entry }) => words(entry.text), search: true },
  ];
}

const figures: readonly GridColumn<ActivityRow>[] = [
  {
    id: 'wait',
    title: 'Wait',
    width: 76,
    align: 'end',
    text: ({ entry }) => millisText(entry.waitMs),
    sortKey: ({ entry }) => entry.waitMs,
  },
  {
    id: 'duration',
    title: 'Duration',
    width: 76,
    align: 'end',
    text: ({ entry }) => millisText(entry.durationMs),
    sortKey: ({ entry }) => entry.durationMs,
  },
  {
    id: 'bytes',
    title: 'Size',
    width: 76,
    align: 'end',
    text: ({ entry }) => bytesText(entry.bytes),
    sortKey: ({ entry }) => entry.bytes,
  },
];

/** A wait or a duration: `8 ms`, `1.25 s`. */
function millisText(millis: number | null): string {
  if (millis === null) return '–';
  return millis < 1_000 ? `${Math.round(millis)} ms` : `${(millis / 1_000).toFixed(2)} s`;
}
