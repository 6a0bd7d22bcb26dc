import { addMonths } from '#rules/calendar/add-months.ts';
import type { Fixed } from '#rules/decimal.ts';

/**
 * A software license of a person, paid in advance for one period at a time. The specification shows
 * its fields and no states; the states of this table are this service's own. After a change of the
 * method, payments are not declined.
 *
 * | State   | Moved by   | Condition        | Next    | Also happens                             |
 * |---------|------------|------------------|---------|------------------------------------------|
 * | current | period end | payment made     | current | next period begins, paid by nextMethod   |
 * | current | period end | payment declined | current | one more failure, retry a day later      |
 * | current | period end | third decline    | ended   | recurring billing is off                 |
 * | current | period end | not recurring    | ended   |                                          |
 * | current | change     | always           | current | sets recurring, nextMethod or both       |
 * | ended   | change     | always           | ended   | refused: no current license              |
 */
export type License = {
  readonly id: string;
  readonly personId: string;
  readonly type: string;
  readonly description: string;
  readonly startsAt: number;
  /** End of the period that is paid for. */
  readonly endsAt: number;
  readonly months: number;
  /** The amount that was paid for the current period. */
  readonly paidAmount: Fixed;
  readonly nextAmount: Fixed;
  readonly method: string;
  readonly nextMethod: string;
  /** Whether payments by `nextMethod` are declined from now on. */
  readonly declined: boolean;
  readonly failures: number;
  readonly recurring: boolean;
  readonly endedAt: number | null;
};

export type LicenseChange = { readonly recurring?: boolean; readonly method?: string };

const DAY = 86_400_000;
const MAX_FAILURES = 3;

/** The changed license; undefined for one that has ended. */
export function changeLicense(license: License, change: LicenseChange): License | undefined {
  if (license.endedAt !== null) return undefined;
  const recurring = change.recurring ?? license.recurring;
  if (change.method === undefined) return { ...license, recurring };
  return { ...license, recurring, nextMethod: change.method, declined: false };
}

/** Ends the license now, for example because its person is deleted. */
export function endLicense(license: License, now: number): License {
  return license.endedAt === null ? { ...license, recurring: false, endedAt: now } : license;
}

/** When the next payment is tried, or the license ends; null for one that has ended. */
export function licenseDue(license: License): number | null {
  return license.endedAt === null ? license.endsAt + license.failures * DAY : null;
}

/** Applies every change that is due by `now`, in order and each at its own time. */
export function applyDueToLicense(license: License, now: number): License {
  let next = license;
  for (let due = licenseDue(next); due !== null && due <= now; due = licenseDue(next)) next = step(next, due);
  return next;
}

function step(license: License, due: number): License {
  if (!license.recurring) return { ...license, endedAt: due };
  if (license.declined) {
    const failures = license.failures + 1;
    return failures < MAX_FAILURES
      ? { ...license, failures }
      : { ...license, failures, recurring: false, endedAt: due };
  }
  return {
    ...license,
    endsAt: periodEnd(license, due),
    paidAmount: license.nextAmount,
    method: license.nextMethod,
    failures: 0,
  };
}

/** Periods are counted from the start, so that a period that began on the 31st keeps its day. */
function periodEnd(license: License, due: number): number {
  let periods = 1;
  while (addMonths(license.startsAt, periods * license.months) <= due) periods += 1;
  return addMonths(license.startsAt, periods * license.months);
}
