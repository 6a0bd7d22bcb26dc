/** What must never be found (order-safety 2), by name. */
export const violations = {
  duplicates: 'P1: one press, two orders at the service',
  lost: 'P1: taken by the service, absent or closed in the journal',
  phantoms: 'P1: landed in the journal, not at the service',
  undetectedDoubles: 'P1: doubled by the network, taken twice, and neither alarm nor question',
  unjournaled: 'P2: received by the service without a row that says so',
  repeats: 'P3: sent again without an act of the user in between',
  twoRows: 'P4: one press answered with two rows',
  unresolved: 'P5, J11: unknown for more than 130 s while the service answered',
  hidden: 'P5: open in the journal at a start, not shown by the first status',
  stale: 'P8: left more than 15 s after its confirmation',
  lostCommits: 'P9: answered as journaled, not in the journal',
  damaged: 'P9: the journal was damaged',
  crashes: 'the core ended by itself',
  bugs: 'the core logged an error of its own',
  reusedSockets: '1.3: a changing request on a socket that had carried another',
  gaps: 'the request log has a gap: this check proves nothing',
} as const;
export type Violation = keyof typeof violations;

export type Finding = { readonly kind: Violation; readonly text: string };

/** Of one world, or of many added up. */
export type Verdict = {
  readonly findings: readonly Finding[];
  /** Counts by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Largest values by name. */
  readonly most: ReadonlyMap<string, number>;
};

export const noVerdict: Verdict = { findings: [], counts: new Map(), most: new Map() };

export function addVerdicts(a: Verdict, b: Verdict): Verdict {
  const counts = new Map(a.counts);
  for (const [name, count] of b.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  const most = new Map(a.most);
  for (const [name, value] of b.most) most.set(name, Math.max(most.get(name) ?? -Infinity, value));
  return { findings: [...a.findings, ...b.findings], counts, most };
}
