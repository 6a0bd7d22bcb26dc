/** The choices for retention. The value is days, or `all`. */
export const retentionChoices = [
  { value: 'all', label: 'Everything' },
  { value: '1827', label: 'Five years' },
  { value: '1096', label: 'Three years' },
  { value: '366', label: 'One year' },
  { value: '183', label: 'Six months' },
  { value: '92', label: 'Three months' },
] as const;

export type RetentionChoice = (typeof retentionChoices)[number]['value'];

export const daysOf = (choice: RetentionChoice): number | null => (choice === 'all' ? null : Number(choice));

/** The choice with these days, else the next longer choice. Any number of days may be stored. */
export const choiceOf = (days: number | null): RetentionChoice =>
  retentionChoices.findLast(({ value }) => days !== null && value !== 'all' && Number(value) >= days)?.value ?? 'all';

/** True if the retention `after` deletes data that the retention `before` keeps. */
export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);
