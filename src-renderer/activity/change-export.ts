import type { Act } from '#contract/model/act.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { words } from '#renderer/messages/words.ts';
import { changeTitle, stateWords, stepText, targetText } from './change-words.ts';

const seconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.floor(milliseconds / 1000);

/** A change with its values and its history, which is one text: a line for each step. */
export const changeExport: readonly ExportColumn<Act>[] = [
  { id: 'createdAt', title: 'Time', kind: 'time', value: ({ createdAt }) => seconds(createdAt) },
  { id: 'sentAt', title: 'Sent', kind: 'time', value: ({ sentAt }) => seconds(sentAt) },
  { id: 'changedAt', title: 'Last step', kind: 'time', value: ({ changedAt }) => seconds(changedAt) },
  { id: 'changeMode', title: 'Mode of the change', kind: 'text', value: ({ mode }) => mode },
  { id: 'change', title: 'Change', kind: 'text', value: changeTitle },
  { id: 'command', title: 'Request', kind: 'text', value: ({ command }) => command },
  { id: 'target', title: 'Of', kind: 'text', value: ({ target }) => targetText(target) },
  { id: 'before', title: 'Before', kind: 'text', value: ({ before }) => before },
  { id: 'wanted', title: 'Wanted', kind: 'text', value: ({ wanted }) => wanted },
  { id: 'state', title: 'State', kind: 'text', value: ({ state }) => stateWords[state].text },
  { id: 'answer', title: 'Answer', kind: 'text', value: ({ answer }) => answer.map(words).join('\n') },
  {
    id: 'steps',
    title: 'History',
    kind: 'text',
    value: ({ steps }) =>
      steps
        .map((step) => `${new Date(step.at).toISOString()} ${stateWords[step.state].text}: ${stepText(step)}`)
        .join('\n'),
  },
  { id: 'runId', title: 'Run', kind: 'text', value: ({ run }) => run?.runId ?? null },
  { id: 'digest', title: 'Plan', kind: 'text', value: ({ run }) => run?.digest ?? null },
  { id: 'intentId', title: 'Id', kind: 'text', value: ({ intentId }) => intentId },
];
