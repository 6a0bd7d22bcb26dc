import Type, { type Static } from 'typebox';
import { ActRun, ActState, ActStep, ActTarget, type Act } from '#contract/model/act.ts';
import { Mode } from '#contract/model/status.ts';
import { Nullable, Uuid } from '#contract/model/scalars.ts';
import { sendingFacts } from '#core/sending/sending-facts.ts';

/**
 * A request that changes something at the platform and is neither an order nor a cancel
 * (docs/spec/acts.md). It is in the journal before its first byte and is never deleted. It contains
 * no password and no key (acts A8). Times are wall clock milliseconds.
 */
export const ActRow = Type.Object({
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  /**
   * A command of the platform, described in the act table. Any text is allowed, because a later
   * version of the program may have stored a command that this one does not know.
   */
  command: Type.String(),
  target: ActTarget,
  /** What was known of the target before the act; null if nothing was known. */
  before: Type.Unknown(),
  /** What was asked for, in the form that the act table has for the command. */
  wanted: Type.Unknown(),
  /** What the answer or the deciding reading shows of the target; missing if it shows nothing. */
  shown: Type.Optional(Type.Unknown()),
  state: ActState,
  ...sendingFacts,
  /** The start of the clean reading that showed the act after its answer confirmed it, or null. */
  readBackAt: Nullable(Type.Integer()),
  /** Its history, the oldest step first. */
  steps: Type.Array(ActStep),
  /** Codes of the warnings that the user confirmed. Missing if there were none. */
  confirmed: Type.Optional(Type.Array(Type.String())),
  /** The set of changes that the act was sent for; missing if it was sent alone. */
  run: Type.Optional(ActRun),
});
type StoredAct = Static<typeof ActRow>;
export type ActRow<Wanted = unknown> = Omit<StoredAct, 'wanted'> & { readonly wanted: Wanted };

/** The act as the window gets it: `before`, `wanted` and `shown` as JSON text. */
export const actForWindow = (row: ActRow): Act => {
  const { intentId, mode, command, target, state, createdAt, sentAt, changedAt, answer, steps } = row;
  const wanted = JSON.stringify(row.wanted);
  const before = row.before === null ? null : JSON.stringify(row.before);
  const shown = row.shown === undefined ? null : JSON.stringify(row.shown);
  const confirmed = row.confirmed ?? [];
  const act = { intentId, mode, command, target, before, wanted, shown, state, createdAt, sentAt, changedAt };
  const { run } = row;
  return { ...act, answer, steps, ...(confirmed.length === 0 ? {} : { confirmed }), ...(run && { run }) };
};
