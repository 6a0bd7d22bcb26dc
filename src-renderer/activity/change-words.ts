import type { Act, ActEvidence, ActState, ActStep, ActTarget } from '#contract/model/act.ts';
import type { DesiredTarget } from '#contract/model/desired.ts';
import { commandWords } from '#renderer/format/command-words.ts';
import type { GridTone } from '#renderer/grid/grid-types.ts';
import { words } from '#renderer/messages/words.ts';

export const stateWords: Readonly<Record<ActState, { readonly text: string; readonly tone: GridTone }>> = {
  SENDING: { text: 'Submitted', tone: 'accent' },
  DONE: { text: 'Confirmed', tone: 'good' },
  REFUSED: { text: 'Rejected', tone: 'danger' },
  NOT_SENT: { text: 'Not sent', tone: 'warn' },
  UNKNOWN: { text: 'Unknown', tone: 'danger' },
  ABSENT: { text: 'Not found', tone: 'danger' },
  GIVEN_UP: { text: 'Ended by you', tone: 'warn' },
  DIFFERS: { text: 'Not as sent', tone: 'danger' },
};

const evidenceWords: Readonly<Record<ActEvidence, string>> = {
  sent: 'The request was sent.',
  answered: 'The platform confirmed it.',
  refused: 'The platform refused it.',
  'not-sent': 'The request was not sent.',
  'no-answer': 'No answer came.',
  'unreadable-answer': 'The answer could not be read.',
  'other-answer': 'The answer shows something else.',
  'program-ended': 'The program ended before an answer came.',
  'read-back': 'A later reading shows it.',
  'not-shown': 'No reading showed it in time.',
  overtaken: 'A newer change was confirmed, and this one never took effect.',
  'equal-newer-act': 'A newer, equal change was confirmed.',
  user: 'You decided it.',
};

/** Why an act is in the state of this step, and what the connection said if no answer came. */
export function stepText({ evidence, text }: ActStep): string {
  const detail = text === undefined ? '' : ` ${words(text)}`;
  return `${evidenceWords[evidence]}${detail}`;
}

const targetNames: Readonly<Record<ActTarget['kind'], string>> = {
  system: 'Strategy',
  person: 'Person',
  license: 'License',
  subscription: 'Subscription',
  link: 'AutoTrade copy',
};

export const targetText = ({ kind, id }: ActTarget): string => `${targetNames[kind]} ${id}`;

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The change in a few words: `Target portfolio: 3 positions`. */
export function changeTitle({ command, wanted }: Act): string {
  const target = command === 'setDesiredPositions' ? desiredTargetOf(JSON.parse(wanted)) : null;
  if (target === null) return capitalized(commandWords(command));
  if (target.kind !== 'list') return `Target portfolio: ${target.kind === 'flat' ? 'flat' : 'resume order entry'}`;
  const { length } = target.positions;
  return `Target portfolio: ${length} ${length === 1 ? 'position' : 'positions'}`;
}

/**
 * The value before a change, or the value that was asked for, with one line for each member. Null
 * if nothing is known. A target list is shown as its positions.
 */
export function valueLines(json: string | null): readonly string[] | null {
  if (json === null) return null;
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return [String(value)];
  const target = desiredTargetOf(value) ?? ('target' in value ? desiredTargetOf(value.target) : null);
  if (target?.kind === 'list')
    return target.positions.map(({ symbol, instrument, quantity }) => `${quantity} ${symbol} (${instrument})`);
  if (target !== null) return [target.kind === 'flat' ? 'Flat' : 'Resume order entry'];
  return Object.entries(value).map(
    ([name, member]) => `${name}: ${typeof member === 'string' ? member : JSON.stringify(member)}`,
  );
}

/** Null if the value is not a target. Core checked the lines of a list when it was sent. */
function desiredTargetOf(value: unknown): DesiredTarget | null {
  return isDesiredTarget(value) ? value : null;
}

const isDesiredTarget = (value: unknown): value is DesiredTarget =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'flat' ||
    value.kind === 'stop' ||
    (value.kind === 'list' && 'positions' in value && Array.isArray(value.positions)));
