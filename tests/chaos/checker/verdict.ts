/**
 * The violations, by name. 1.3, P and J are rules of order-safety. A1, A2 and A4 are rules of
 * acts.md, not the invariants A of order-safety.
 */
export const violations = {
  duplicates: 'P1: one press made two orders at the service',
  lost: 'P1: the service has an order that has no row in the journal, or whose row says otherwise',
  phantoms: 'P1: a row of the journal says that its order was accepted, but the service does not have the order',
  undetectedDoubles: 'P1: the network duplicated an order, and the user was neither warned nor asked',
  unjournaled: 'P2: the service received an order or a cancel that was not in the journal before',
  repeats: 'P3: an order was sent again although the user had not asked for it',
  twoRows: 'P4: one press made two rows in the journal',
  unresolved: 'P5, J11: an order was unknown for more than 130 s while the service answered',
  hidden: 'P5: an order was open in the journal at a start, and the first status did not count it',
  stale: 'P8: an order was sent more than 15 s after its confirmation',
  lostCommits: 'P9: an order was confirmed as recorded, and is not in the journal',
  damaged: 'P9: the journal was damaged',
  crashes: 'the program ended by itself, or did not end at its close',
  bugs: 'the program logged an internal error',
  reusedSockets: '1.3: an order, a cancel or an act used a socket that had carried another request',
  actDoubled: 'P3, A1: the service received a change more often than it was pressed',
  actUnseen: 'A2, A4: a change at the service has no row, or its row hides or contradicts what happened',
  gaps: 'the request log has a gap, so this run proves nothing',
} as const;
export type Violation = keyof typeof violations;

export type Finding = { readonly kind: Violation; readonly text: string };

/** The verdict on one simulated world (`world.ts`), or the sum of several. */
export type Verdict = {
  readonly findings: readonly Finding[];
  /** Counts by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Largest values by name. */
  readonly maxima: ReadonlyMap<string, number>;
};

export const emptyVerdict: Verdict = { findings: [], counts: new Map(), maxima: new Map() };

export function addVerdicts(a: Verdict, b: Verdict): Verdict {
  const counts = new Map(a.counts);
  for (const [name, count] of b.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  const maxima = new Map(a.maxima);
  for (const [name, value] of b.maxima) maxima.set(name, Math.max(maxima.get(name) ?? -Infinity, value));
  return { findings: [...a.findings, ...b.findings], counts, maxima };
}
