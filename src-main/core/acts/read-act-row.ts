import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Text } from '#contract/message.ts';
import type { ActEvidence, ActState, ActStep } from '#contract/model/act.ts';
import { DesiredTarget } from '#contract/model/desired.ts';
import { Id, Uuid } from '#contract/model/scalars.ts';
import { Mode } from '#contract/model/status.ts';
import { unsealer } from '#core/files/sealed.ts';
import { sendingFacts } from '#core/sending/sending-facts.ts';
import { ActRow } from './act-row.ts';
import { actTable } from './act-table.ts';
import { isActOf } from './act-type.ts';

/**
 * A row of version 3, in which only target lists were acts. `desired-off` declared that the target
 * mode of a strategy is off.
 */
const EarlierRow = Type.Object({
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  systemId: Id,
  state: Type.Union([
    Type.Literal('SENDING'),
    Type.Literal('DONE'),
    Type.Literal('REFUSED'),
    Type.Literal('NOT_SENT'),
    Type.Literal('UNKNOWN'),
    Type.Literal('CONTRADICTED'),
  ]),
  ...sendingFacts,
  act: Type.Union([
    Type.Object({
      kind: Type.Literal('desired'),
      target: DesiredTarget,
      readBackAt: Type.Optional(Type.Integer()),
    }),
    Type.Object({ kind: Type.Literal('desired-off') }),
  ]),
});
type EarlierRow = Static<typeof EarlierRow>;

const readCurrent = unsealer(ActRow);
const readEarlier = unsealer(EarlierRow);

/** Reads a sealed act of any version. Null if the row was altered or is no act. */
export function readActRow(sealed: unknown): ActRow | null {
  const row = readCurrent(sealed);
  if (row !== null) return hasValidInput(row) ? row : null;
  const earlier = readEarlier(sealed);
  return earlier === null ? null : convert(earlier);
}

/**
 * Whether `wanted` is valid. Also true for a command that this program does not know, so that its
 * row is retained as it is.
 */
function hasValidInput(row: ActRow): boolean {
  const type = actTable.find((one) => isActOf(one, row));
  return type === undefined || Check(type.wanted, row.wanted);
}

/** Sentences that earlier versions stored among the platform's words, each with its meaning. */
const sentences: ReadonlyMap<string, ActEvidence> = new Map([
  ['The program ended before its answer came.', 'program-ended'],
  ['The answer could not be read.', 'unreadable-answer'],
  ['It names another list.', 'other-answer'],
  ['Read back.', 'read-back'],
  ['The platform shows another list.', 'not-shown'],
  ['A newer list was confirmed.', 'overtaken'],
  ['A newer equal list was confirmed.', 'equal-newer-act'],
]);

const evidenceOfState: Readonly<Record<ActState, ActEvidence>> = {
  SENDING: 'sent',
  DONE: 'answered',
  REFUSED: 'refused',
  NOT_SENT: 'not-sent',
  UNKNOWN: 'no-answer',
  ABSENT: 'not-shown',
  GIVEN_UP: 'user',
  DIFFERS: 'read-back',
};

/** What a sentence of an earlier version said, undefined for the platform's own words. */
const evidenceOf = (line: Text): ActEvidence | undefined =>
  typeof line === 'string' ? sentences.get(line) : undefined;

function convert({ act, systemId, ...row }: EarlierRow): ActRow {
  const state = row.state === 'CONTRADICTED' ? 'ABSENT' : row.state;
  const isDeclared = act.kind === 'desired-off';
  const recorded = row.answer.map(evidenceOf).filter((one) => one !== undefined);
  const evidence = isDeclared ? 'user' : (recorded.at(-1) ?? evidenceOfState[state]);
  const first: ActStep[] = row.sentAt === null ? [] : [{ state: 'SENDING', at: row.sentAt, evidence: 'sent' }];
  const last: ActStep[] = state === 'SENDING' ? [] : [{ state, at: row.changedAt, evidence }];
  return {
    ...row,
    command: 'setDesiredPositions',
    target: { kind: 'system', id: systemId },
    before: null,
    // A declaration says that the target mode is off, which is what `stop` leads to.
    wanted: isDeclared ? { kind: 'stop' } : act.target,
    state,
    answer: row.answer.filter((line) => evidenceOf(line) === undefined),
    readBackAt: act.kind === 'desired' ? (act.readBackAt ?? null) : null,
    steps: [...first, ...last],
  };
}
