import { canonical } from '#tests/rules/model/canonical.ts';
import { movesFrom } from '#tests/rules/model/moves.ts';
import type { Variant } from '#tests/rules/model/orders.ts';
import { firstState, recorded, type Move, type State } from '#tests/rules/model/state.ts';
import { isReplayable } from './replayable.ts';

export type Trace = readonly Move[];

/**
 * Every transition that the search reached, and a set of paths that together contain each of them.
 */
export type Traces = { readonly reached: ReadonlySet<string>; readonly paths: readonly Trace[] };

type Node = { readonly state: State; readonly from: Node | null; readonly move: Move | null };

/**
 * The shortest path to every transition of the journal and of the service that is possible in one
 * of the `maxStates` states nearest to the first state. A path that is the beginning of another one
 * is left out.
 */
export function tracesOf(variant: Variant, maxStates: number): Traces {
  const first: Node = { state: firstState(variant), from: null, move: null };
  const known = new Set([canonical(first.state)]);
  const nodes = [first];
  const shortest = new Map<string, Node>();
  for (const node of nodes) {
    for (const move of movesFrom(node.state, variant, 'none')) {
      if (!isReplayable(node.state, move)) continue;
      const next: Node = { state: move.next, from: node, move };
      for (const one of transitionsOf(node.state, move)) if (!shortest.has(one)) shortest.set(one, next);
      const key = canonical(move.next);
      if (known.has(key) || nodes.length >= maxStates) continue;
      known.add(key);
      nodes.push(next);
    }
  }
  return { reached: new Set(shortest.keys()), paths: withoutPrefixes([...new Set(shortest.values())].map(pathTo)) };
}

function pathTo(node: Node): Trace {
  const moves: Move[] = [];
  for (let at: Node | null = node; at?.move; at = at.from) moves.unshift(at.move);
  return moves;
}

function withoutPrefixes(paths: readonly Trace[]): Trace[] {
  const texts = paths.map((path) => `${path.map(({ label }) => label).join('\n')}\n`);
  return paths.filter((_path, at) => !texts.some((other, index) => index !== at && other.startsWith(texts[at] ?? '')));
}

/**
 * The names of the transitions of a move, for example "journal UNKNOWN own-id-match" or "service
 * profitTarget working → canceled siblingFilled".
 */
export function transitionsOf(state: State, { events, next }: Move): string[] {
  const found: string[] = [];
  let current = state;
  for (const [order, event] of events) {
    found.push(`journal ${current.rows[order]?.state ?? 'DRAFT'} ${event.type}`);
    current = recorded(current, [[order, event]]);
  }
  for (const [id, after] of next.service.signals) {
    const before = state.service.signals.get(id);
    if (before?.state === after.state) continue;
    found.push(`service ${after.role} ${before?.state ?? 'none'} → ${after.state} ${after.cause?.kind ?? ''}`.trim());
  }
  return found;
}
