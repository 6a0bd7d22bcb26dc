/** What happens to the subject of a row. `?`: its earlier state is not known. */
export type PlanMark = '+' | '~' | '−' | '↔' | '=' | '?';

export type MarkWords = Readonly<Record<PlanMark, string>>;

export const markWords: MarkWords = {
  '+': 'new',
  '~': 'changed',
  '−': 'removed',
  '↔': 'reversed',
  '=': 'unchanged',
  '?': 'not known',
};

/** A text with a remark in its line and a note below it. */
export type PlanCell = {
  readonly text: string;
  readonly remark?: string | null;
  readonly note?: string | null;
  readonly tone?: 'muted' | 'warn' | 'good' | 'danger';
};

export type PlanColumn<Row> = {
  readonly title: string;
  /** `figure` is aligned to the right. `words` takes the free width and wraps. */
  readonly look?: 'figure' | 'words';
  readonly cell: (row: Row) => string | PlanCell;
};

/** `40 → 60`, or one value if nothing changes. */
export const changeText = (before: string, after: string): string =>
  before === after ? after : `${before} → ${after}`;
