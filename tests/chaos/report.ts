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

/** Examples told of each violation. */
const examples = 5;

export const count = ({ findings }: Verdict, kind: Violation): number =>
  findings.filter((finding) => finding.kind === kind).length;

/** The run in words: the verdict table first, then what it rests on. */
export function reportLines(verdict: Verdict, tally: Tally, facts: ReportFacts): string[] {
  const orders = verdict.counts.get('orders') ?? 0;
  return [
    `orders ${orders}, kills ${tally.kills}, seed ${facts.seed}, commit ${facts.commit}`,
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
    ...hit.map(([name, { hits }]) => `${String(hits).padStart(9)}  ${name}`),
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
