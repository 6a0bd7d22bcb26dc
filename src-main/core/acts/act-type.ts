import type { TSchema } from 'typebox';
import type { Message } from '#contract/message.ts';
import type { ActTarget } from '#contract/model/act.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';
import type { ActRow } from './act-row.ts';

/**
 * One command that changes something at the platform. The form, the review, the journal, the sender
 * and the read-back use this definition. `platform/endpoints.ts` has the kinds of connection that
 * offer the command, and whether it is absorbing. `platform/can-add-risk.ts` decides whether an act
 * only reduces risk.
 */
export interface ActType<Wanted = unknown, Read = unknown> {
  readonly command: string;
  readonly target: ActTarget['kind'];
  /**
   * Whether this type is for the target. Only a command with two types has this member: a change
   * for another person is read back in another way. Missing: the type is for every target.
   */
  readonly appliesTo?: (targetId: string) => boolean;
  /** The schema of `wanted`, with the limits of the specification. */
  readonly wanted: TSchema;
  /** A request in the lane `view` waits until orders and cancels are sent. */
  lane(wanted: Wanted): 'cancel' | 'submit' | 'view';
  body(targetId: string, wanted: Wanted): PlatformRequest['body'];
  /** Missing if the request alone shows whether it adds risk (`platform/can-add-risk.ts`). */
  reducesRisk?(act: Pick<ActRow<Wanted>, 'before' | 'wanted'>): boolean;
  /** How much of the wanted change an answer with `ok` confirms. */
  confirms(answer: JsonObject, wanted: Wanted): Confirmation;
  /** True for a refusal that also shows the act as carried out. The outcome is then unknown. */
  isContradictory?(refusal: JsonObject): boolean;
  /** What else a confirming answer shows, for `shown` of the row. It contains no secrets. */
  result?(answer: JsonObject): unknown;
  /** Null if no read can prove the act. */
  readonly proof: ActProof<Wanted, Read> | null;
  /**
   * True if a confirmed act is read back too. If the platform does not show it within T_late, the
   * act ends as `DIFFERS` (acts A7).
   */
  readonly readsBack: boolean;
  /**
   * Commands for the same target that undo this act. If such a command is confirmed later, it
   * overtakes this act, as a later act of the same command does. Missing: none.
   */
  readonly undoneBy?: readonly string[];
  /**
   * For an act that undoes another: whether a reading may still show the other act for some time
   * after the answer confirmed this one. Missing: never.
   */
  takesEffectLater?(wanted: Wanted): boolean;
  readonly messages: ActMessages;
}

/**
 * How much an answer confirms. `all`: the whole change. `part`: the act happened, but the answer
 * does not show all of the change (acts A7). `none`: nothing, because the answer shows another act
 * or does not show what was created.
 */
export type Confirmation = 'all' | 'part' | 'none';

/** The read that shows whether an act happened. */
export interface ActProof<Wanted = unknown, Read = unknown> {
  readonly command: string;
  body(targetId: string): PlatformRequest['body'];
  /** Null for an answer that cannot be read: it proves nothing. */
  parse(answer: JsonObject, targetId: string): Read | null;
  shows(read: Read, row: ActRow<Wanted>): boolean;
  /** Whether what was known before the act allows a reading to prove it. Missing: always. */
  isPossible?(row: ActRow<Wanted>): boolean;
  /** What a reading shows of the target, for `shown` of the row. */
  seen?(read: Read, row: ActRow<Wanted>): unknown;
}

type ActMessages = {
  /** The title of the notices below. */
  readonly title: Message;
  /** The time for evidence is over, and the platform does not show the act. */
  readonly absent: Message;
  /** The act took effect after a newer act of its target. */
  readonly late: Message;
  /** The act was confirmed, and the answer or a later reading shows something else. */
  readonly differs: Message;
  /**
   * The act was refused, and a reading shows it. Missing if a reading could show an earlier act: a
   * refused act is then not read back.
   */
  readonly afterRefusal?: Message;
};

/** Whether the row is an act of this type. Its `wanted` was checked when it was sent or loaded. */
export const isActOf = <Wanted>(type: ActType<Wanted>, row: ActRow): row is ActRow<Wanted> =>
  row.command === type.command && row.target.kind === type.target && (type.appliesTo?.(row.target.id) ?? true);

/** Whether the row is an act that undoes acts of this type. */
export const isUndoneBy = ({ undoneBy }: ActType, { command }: ActRow): boolean => undoneBy?.includes(command) === true;

/** Whether the row is an act of this type, or undoes acts of it. */
export const isActOrUndo = (type: ActType, row: ActRow): boolean => isActOf(type, row) || isUndoneBy(type, row);
