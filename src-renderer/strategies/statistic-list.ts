/** A list that the platform returns as one statistic: `2026-01 4.1, 2026-02 -1.3`. */
export type StatisticList =
  | {
      readonly kind: 'months';
      readonly years: readonly { readonly year: string; readonly months: readonly string[] }[];
    }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] };

const monthPattern = /^(\d{4})-?(0[1-9]|1[0-2])$/;

/** Null for a text that is not a list of at least three rows with the same number of members. */
export function statisticList(value: string | null): StatisticList | null {
  const rows = (value ?? '').split(', ').map((row) => row.trim().split(' '));
  const [first] = rows;
  if (first === undefined || rows.length < 3 || first.length < 2) return null;
  if (rows.some((row) => row.length !== first.length)) return null;
  const isMonths = first.length === 2 && rows.every(([name = '']) => monthPattern.test(name));
  return isMonths ? { kind: 'months', years: yearsOf(rows) } : { kind: 'rows', rows };
}

/** The years, newest first, with twelve months each; an empty text for a missing month. */
function yearsOf(rows: readonly (readonly string[])[]): { year: string; months: string[] }[] {
  const years = new Map<string, string[]>();
  for (const [name = '', value = ''] of rows) {
    const [, year = '', monthNumber = ''] = monthPattern.exec(name) ?? [];
    const months = years.get(year) ?? Array<string>(12).fill('');
    months[Number(monthNumber) - 1] = value.replace('-', '−');
    years.set(year, months);
  }
  return [...years].sort(([a], [b]) => (a < b ? 1 : -1)).map(([year, months]) => ({ year, months }));
}

/**
 * The last member of each row, for a chart. Months are in chronological order. Null if a last
 * member is not a number.
 */
export function chartValues(list: StatisticList): readonly number[] | null {
  const texts =
    list.kind === 'months'
      ? list.years.toReversed().flatMap(({ months }) => months.filter((value) => value !== ''))
      : list.rows.map((row) => row.at(-1) ?? '');
  const values = texts.map((text) => Number(text.replace('−', '-')));
  return values.every(Number.isFinite) ? values : null;
}
