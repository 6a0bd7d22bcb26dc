import type { Act } from '#contract/model/act.ts';
import { shortTimeText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { words } from '#renderer/messages/words.ts';
import { changeTitle, stateWords, stepText, targetText } from './change-words.ts';

export type ChangeRow = GridRow & { readonly act: Act };

/** Times on the day `today` (`2026-03-02`) are shown without their date. */
export function changeColumns(zone: Zone, today: string): readonly GridColumn<ChangeRow>[] {
  return [
    {
      id: 'at',
      title: `Time ${zoneLabel(zone)}`,
      width: 140,
      fixed: true,
      text: ({ act }) => shortTimeText(Math.floor(act.createdAt / 1000), today, zone),
      tooltip: ({ act }) => timeText(Math.floor(act.createdAt / 1000), zone),
      sortKey: ({ act }) => act.createdAt,
      sortFirst: 'descending',
      search: true,
    },
    {
      id: 'change',
      title: 'Change',
      width: 230,
      text: ({ act }) => changeTitle(act),
      tone: () => 'strong',
      sortKey: ({ act }) => changeTitle(act),
      search: true,
    },
    {
      id: 'state',
      title: 'State',
      width: 116,
      look: 'badge',
      text: ({ act }) => stateWords[act.state].text,
      tone: ({ act }) => stateWords[act.state].tone,
      sortKey: ({ act }) => stateWords[act.state].text,
      search: true,
    },
    { id: 'target', title: 'Applies to', width: 170, text: ({ act }) => targetText(act.target), search: true },
    {
      id: 'why',
      title: 'Why',
      width: 220,
      grow: 1,
      text: ({ act }) => whyText(act),
      search: true,
    },
    { id: 'command', title: 'Request', width: 190, hidden: true, text: ({ act }) => act.command, search: true },
    { id: 'mode', title: 'Mode', width: 92, hidden: true, text: ({ act }) => act.mode, search: true },
  ];
}

/** The words of the platform if it gave any, otherwise the evidence of the last step. */
const whyText = ({ answer, steps }: Act): string => {
  const last = steps.at(-1);
  return answer.length > 0 ? answer.map(words).join(' ') : last === undefined ? '' : stepText(last);
};
