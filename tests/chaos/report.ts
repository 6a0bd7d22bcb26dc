import type { Tally } from './tally.ts';
import { violations, type Verdict, type Violation } from './checker/verdict.ts';

export type RunInfo = {
  readonly seed: number;
  readonly commit: string;
  readonly seconds: number;
  readonly speed: number;
  /** Pairs of a practice process and a sequence of core processes. */
  readonly pairs: number;
  readonly combinations: { readonly used: number; readonly total: number };
};

/** The figures of a run as data. */
export type Figures = {
  readonly orders: number;
  readonly acts: number;
  readonly kills: number;
  readonly violations: Readonly<Record<string, number>>;
  /** The number of fail points at which the core was killed. */
  readonly pointsHit: number;
  readonly pointsMissed: readonly string[];
  readonly findings: readonly string[];
  /** Keys of the acts that the deliberate fault `forget` deleted from the journals. */
  readonly forgottenActs: readonly string[];
};

export const figures = (verdict: Verdict, tally: Tally, forgottenActs: readonly string[]): Figures => ({
  orders: tally.orders,
  acts: tally.acts,
  kills: tally.kills,
  violations: Object.fromEntries(Object.keys(violations).map((kind) => [kind, count(verdict, kind as Violation)])),
  pointsHit: [...tally.points.values()].filter(({ hits }) => hits > 0).length,
  pointsMissed: [...tally.points].filter(([, { hits }]) => hits === 0).map(([name]) => name),
  findings: verdict.findings.map(({ kind, text }) => `${kind}: ${text}`),
  forgottenActs,
});

/** The result in a few lines. The details are in the report. */
export function summaryLines(verdict: Verdict, tally: Tally, info: RunInfo): string[] {
  const failed = Object.keys(violations).filter((kind) => count(verdict, kind as Violation) > 0);
  const { used, total } = info.combinations;
  const hit = [...tally.points.values()].filter(({ hits }) => hits > 0).length;
  return [
    `Chaos run of commit ${info.commit}, seed ${info.seed}: ${resultOf(verdict)}`,
    ...failed.map((kind) => `  FAIL ${kind}: ${count(verdict, kind as Violation)}`),
    `  ${tally.orders} orders and ${tally.acts} acts sent, ${tally.kills} kills, ${info.seconds.toFixed(0)} s`,
    `  killed at ${hit} of ${tally.points.size} fail points`,
    `  ${used} of ${total} combinations of switches`,
    ...sorted(verdict.maxima).map(([name, value]) => `  ${name}: ${value.toFixed(1)}`),
  ];
}

const resultOf = ({ findings }: Verdict): string =>
  findings.length === 0 ? 'no violation.' : `${findings.length} ${findings.length === 1 ? 'violation' : 'violations'}.`;

/** With `--switches` there is only one combination, which does not cover every pair of values. */
const coverage = ({ combinations }: RunInfo): string =>
  combinations.total > 1 ? ` All ${combinations.total} together cover every pair of values.` : '';

/** The report shows at most this many examples of a violation. */
const maxExamples = 5;

const count = ({ findings }: Verdict, kind: Violation): number =>
  findings.filter((finding) => finding.kind === kind).length;

/** All details of the run: the result first, then the counts. */
export function reportLines(verdict: Verdict, tally: Tally, info: RunInfo): string[] {
  return [
    `Chaos run: seed ${info.seed}, commit ${info.commit}`,
    `Orders sent: ${tally.orders} of ${tally.pressed} pressed. Acts sent: ${tally.acts}. Kills: ${tally.kills}. Time: ${info.seconds.toFixed(0)} s.`,
    `Cores at the same time: ${info.pairs}. Simulated time: ${info.speed} times as fast.`,
    `Combinations of switches: ${info.combinations.used} of ${info.combinations.total}.${coverage(info)}`,
    '',
    `Result: ${resultOf(verdict)}`,
    ...Object.entries(violations).map(([kind, text]) => {
      const found = count(verdict, kind as Violation);
      return `${found === 0 ? 'ok  ' : 'FAIL'} ${kind.padEnd(18)} ${String(found).padStart(6)}  ${text}`;
    }),
    ...findingLines(verdict),
    '',
    ...pointLines(tally),
    '',
    'From the journals, the request logs and the databases of the service:',
    ...sorted(verdict.counts).map(countLine),
    ...sorted(verdict.maxima).map(([name, value]) => `${value.toFixed(1).padStart(9)}  ${name}`),
    '',
    'From the run itself:',
    ...sorted(tally.counts).map(countLine),
  ];
}

const sorted = (values: ReadonlyMap<string, number>): [string, number][] =>
  [...values].sort(([a], [b]) => (a < b ? -1 : 1));

const countLine = ([name, value]: readonly [string, number]): string => `${String(value).padStart(9)}  ${name}`;

function pointLines({ points }: Tally): string[] {
  const hit = [...points].filter(([, { hits }]) => hits > 0);
  const missed = [...points].filter(([, { hits }]) => hits === 0);
  return [
    `Fail points at which the core was killed: ${hit.length} of ${points.size}.`,
    ...hit.map(([name, { hits, tries }]) => `${String(hits).padStart(9)}  ${name} (${tries} tries)`),
    ...(missed.length === 0
      ? []
      : [
          'Not killed at these, because they were not reached. npm run chaos -- --directed=4 tries each of them:',
          ...missed.map(([name, { tries }]) => `${'0'.padStart(9)}  ${name} (${tries} tries)`),
        ]),
  ];
}

function findingLines({ findings }: Verdict): string[] {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, found]) => [
    '',
    `${kind}:`,
    ...found.slice(0, maxExamples).map(({ text }) => `  ${text}`),
    ...(found.length > maxExamples ? [`  … and ${found.length - maxExamples} more`] : []),
  ]);
}
