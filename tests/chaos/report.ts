import type { Tally } from './tally.ts';
import { violations, type Verdict, type Violation } from './checker/verdict.ts';

export type ReportFacts = {
  readonly seed: number;
  readonly commit: string;
  readonly seconds: number;
  readonly speed: number;
  readonly pairs: number;
  readonly combinations: { readonly used: number; readonly table: number };
};

/** The run for a reader that is a program. */
export type Figures = {
  readonly orders: number;
  readonly kills: number;
  readonly violations: Readonly<Record<string, number>>;
  readonly pointsHit: number;
  readonly pointsMissed: readonly string[];
  readonly findings: readonly string[];
};

export const figures = (verdict: Verdict, tally: Tally): Figures => ({
  orders: tally.orders,
  kills: tally.kills,
  violations: Object.fromEntries(Object.keys(violations).map((kind) => [kind, count(verdict, kind as Violation)])),
  pointsHit: [...tally.points.values()].filter(({ hits }) => hits > 0).length,
  pointsMissed: [...tally.points].filter(([, { hits }]) => hits === 0).map(([name]) => name),
  findings: verdict.findings.slice(0, 20).map(({ kind, text }) => `${kind}: ${text}`),
});

/** Examples told of each violation. */
const examples = 5;

const count = ({ findings }: Verdict, kind: Violation): number =>
  findings.filter((finding) => finding.kind === kind).length;

/** The run in words: the verdict table first, then what it rests on. */
export function reportLines(verdict: Verdict, tally: Tally, facts: ReportFacts): string[] {
  return [
    `orders sent ${tally.orders} of ${tally.pressed} pressed, kills ${tally.kills}, seed ${facts.seed}, commit ${facts.commit}`,
    `${facts.pairs} pairs, ${facts.speed} x time, ${facts.seconds.toFixed(0)} s, combinations of switches ${facts.combinations.used} used, ${facts.combinations.table} cover all pairs`,
    '',
    ...Object.entries(violations).map(([kind, text]) => {
      const found = count(verdict, kind as Violation);
      return `${found === 0 ? 'ok  ' : 'FAIL'} ${kind.padEnd(18)} ${String(found).padStart(6)}  ${text}`;
    }),
    '',
    ...sorted(verdict.counts).map(([name, value]) => `${String(value).padStart(9)}  ${name}`),
    ...sorted(verdict.most).map(([name, value]) => `${value.toFixed(1).padStart(9)}  most: ${name}`),
    '',
    ...pointLines(tally),
    '',
    ...sorted(tally.counts).map(([name, value]) => `${String(value).padStart(9)}  told: ${name}`),
    ...findingLines(verdict),
  ];
}

const sorted = (values: ReadonlyMap<string, number>): [string, number][] =>
  [...values].sort(([a], [b]) => (a < b ? -1 : 1));

function pointLines({ points }: Tally): string[] {
  const hit = [...points].filter(([, { hits }]) => hits > 0);
  const missed = [...points].filter(([, { hits }]) => hits === 0).map(([name]) => name);
  return [
    `killed at ${hit.length} of ${points.size} fail points:`,
    ...hit.map(([name, { hits, tries }]) => `${String(hits).padStart(9)}  ${name} (${tries} tries)`),
    missed.length === 0 ? 'every fail point was hit' : `not hit: ${missed.join(', ')}`,
  ];
}

function findingLines({ findings }: Verdict): string[] {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, found]) => [
    '',
    `${kind}:`,
    ...found.slice(0, examples).map(({ text }) => `  ${text}`),
    ...(found.length > examples ? [`  … and ${found.length - examples} more`] : []),
  ]);
}
