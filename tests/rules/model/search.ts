import { ViolatedInvariant } from '#tests/rules/signal-invariants.ts';
import { canonical } from './canonical.ts';
import { movesFrom, type Bug } from './moves.ts';
import type { Variant } from './orders.ts';
import { checkStep } from './check-step.ts';
import { firstState, type Move, type State } from './state.ts';

export type SearchResult = {
  readonly states: number;
  readonly transitions: number;
  /** The first violated invariant and the shortest path to it. */
  readonly violation: { readonly what: string; readonly trace: readonly string[] } | null;
  /** Paths to a few of the states, spread over the whole search. */
  readonly samples: readonly (readonly string[])[];
  /** Whether both legs are filled in any reachable state. */
  readonly bothChildrenFilled: boolean;
};

const SAMPLE_EVERY = 997;

/**
 * Visits every state that can be reached, nearest first, and checks every step. The search is
 * finite because the model is: two or three orders, each sent at most twice, one request that the
 * network duplicates, one end of a day.
 */
export function searchStates(variant: Variant, bug: Bug = 'none', maxStates = Infinity): SearchResult {
  const first = firstState(variant);
  const known = new Map([[canonical(first), 0]]);
  const cameFrom: number[] = [-1];
  const moveLabels: string[] = [''];
  const allStates: (State | undefined)[] = [first];
  let transitions = 0;
  let bothChildrenFilled = false;
  const pathTo = (state: number): string[] => {
    const labels: string[] = [];
    for (let at = state; at > 0; at = cameFrom[at] ?? 0) labels.unshift(moveLabels[at] ?? '');
    return labels;
  };
  for (let at = 0; at < allStates.length; at += 1) {
    const state = allStates[at];
    if (!state) throw new Error('a state was lost');
    allStates[at] = undefined;
    bothChildrenFilled ||= childrenFilled(state);
    const { moves, violation } = checkedMoves(state, variant, bug);
    if (violation !== null) {
      const found = { what: violation.what, trace: [...pathTo(at), ...violation.trace] };
      return { states: allStates.length, transitions, violation: found, samples: [], bothChildrenFilled };
    }
    for (const move of moves) {
      transitions += 1;
      const key = canonical(move.next);
      if (known.has(key)) continue;
      if (allStates.length >= maxStates) throw new Error(`more than ${maxStates} states`);
      known.set(key, allStates.length);
      cameFrom.push(at);
      moveLabels.push(move.label);
      allStates.push(move.next);
    }
  }
  const samples: string[][] = [];
  for (let at = SAMPLE_EVERY; at < allStates.length; at += SAMPLE_EVERY) samples.push(pathTo(at));
  return { states: allStates.length, transitions, violation: null, samples, bothChildrenFilled };
}

/**
 * The moves from a state, or the first violation: found by the check of a move, or thrown while the
 * moves are computed.
 */
function checkedMoves(state: State, variant: Variant, bug: Bug): Checked {
  let label: string | null = null;
  try {
    const moves = movesFrom(state, variant, bug);
    for (const move of moves) {
      label = move.label;
      checkStep(state, move, variant);
    }
    return { moves, violation: null };
  } catch (error) {
    if (!(error instanceof ViolatedInvariant)) throw error;
    return { moves: [], violation: { what: error.message, trace: label === null ? [] : [label] } };
  }
}

type Checked = {
  readonly moves: readonly Move[];
  readonly violation: { readonly what: string; readonly trace: readonly string[] } | null;
};

function childrenFilled({ service: { signals } }: State): boolean {
  for (const { profitTargetId, stopLossId } of signals.values())
    if (signals.get(profitTargetId ?? '')?.state === 'traded' && signals.get(stopLossId ?? '')?.state === 'traded')
      return true;
  return false;
}
