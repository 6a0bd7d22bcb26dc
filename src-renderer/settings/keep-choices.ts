/** How long something may be kept; the value is days, or `all`. */
export const keepChoices = [
  { value: 'all', label: 'Everything' },
  { value: '1827', label: 'Five years' },
  { value: '1096', label: 'Three years' },
  { value: '366', label: 'One year' },
  { value: '183', label: 'Six months' },
  { value: '92', label: 'Three months' },
] as const;

export type KeepChoice = (typeof keepChoices)[number]['value'];

export const daysOf = (choice: KeepChoice): number | null => (choice === 'all' ? null : Number(choice));

/** The choice that keeps no less: a file may hold days that are no choice here. */
export const choiceOf = (days: number | null): KeepChoice =>
  keepChoices.findLast(({ value }) => days !== null && value !== 'all' && Number(value) >= days)?.value ?? 'all';

/** True when the second gives something up that the first keeps. */
export const keepsLess = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);
