import type { ProbeFacts } from '#contract/model/probe.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

/** The results of a probe, in the order of its steps. Texts of the platform are verbatim. */
export function probeLines(facts: ProbeFacts, zone: Zone): readonly (readonly [name: string, text: string])[] {
  const quoted = (title: string): string => (title === '' ? '' : `: “${title}”`);
  const okValues = new Set(facts.okForms.map(({ ok }) => ok));
  return [
    ['Tested', `${timeText(facts.at, zone)} ${zoneLabel(zone)}, strategy ${facts.systemId}`],
    ['A used order id', `${reuseWords[String(facts.reuseRefused)] ?? ''}${quoted(facts.reuseTitle)}`],
    ['Own ids in the lists of the platform', ownIdWords[String(facts.ownIdsInLists)] ?? ''],
    ['Visible in a list after', facts.visibleAfterMs === null ? 'not seen' : `${facts.visibleAfterMs} ms`],
    ['A second cancel', facts.cancelAgainTitle || 'no text'],
    ['A cancel of an unknown id', facts.cancelUnknownTitle || 'no text'],
    ['Values of “ok” in the answers', [...okValues].join(', ') || 'none'],
    ['Remaining orders', facts.clean ? 'none' : 'one may still be working: check its row'],
  ];
}

const reuseWords: Readonly<Record<string, string>> = {
  true: 'refused',
  false: 'not refused',
  null: 'no clear answer',
};

const ownIdWords: Readonly<Record<string, string>> = { true: 'shown', false: 'not shown', null: 'not clear' };
