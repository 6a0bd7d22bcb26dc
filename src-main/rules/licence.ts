import { addMonths } from './calendar-months.ts';
import type { Fixed } from './decimal.ts';

/**
 * A software licence of a person, paid in advance for one period after the other. The specification shows its fields and no states; the
 * table here is this service's own.
 *
 * | State   | Moved by   | Condition                            | Next    | Also happens                                       |
 * |---------|------------|--------------------------------------|---------|----------------------------------------------------|
 * | current | period end | recurring, the payment goes through  | current | the next period begins, with its method and amount |
 * | current | period end | recurring, the payment is declined   | current | one more failure, tried again a day later          |
 * | current | period end | recurring, declined the third time   | ended   | recurring billing is off                           |
 * | current | period end | not recurring                        | ended   |                                                    |
 * | current | change     | always                               | current | recurring on or off; a new method is not declined  |
 * | ended   | change     | always                               | ended   | refused: no current licence                        |
 */
export type Licence = {
  readonly id: string;
  readonly personId: string;
  readonly type: string;
  readonly description: string;
  readonly startsAt: number;
  /** End of the period that is paid for. */
  readonly endsAt: number;
  readonly months: number;
  readonly paid: Fixed;
  readonly nextAmount: Fixed;
  readonly method: string;
  readonly nextMethod: string;
  readonly declined: boolean;
  readonly failures: number;
  readonly recurring: boolean;
  readonly endedAt: number | null;
};

export type LicenceChange = { readonly recurring?: boolean; readonly method?: string };

const DAY = 86_400_000;
const MOST_FAILURES = 3;

/** The changed licence; undefined for one that has ended. */
export function changeLicence(licence: Licence, change: LicenceChange): Licence | undefined {
  if (licence.endedAt !== null) return undefined;
  const recurring = change.recurring ?? licence.recurring;
  if (change.method === undefined) return { ...licence, recurring };
  return { ...licence, recurring, nextMethod: change.method, declined: false };
}

/** Ends it now, as when its person is deleted. */
export function endLicence(licence: Licence, now: number): Licence {
  return licence.endedAt === null ? { ...licence, recurring: false, endedAt: now } : licence;
}

/** When the next payment is tried, or the licence ends; null for one that has ended. */
export function licenceDue(licence: Licence): number | null {
  return licence.endedAt === null ? licence.endsAt + licence.failures * DAY : null;
}

/** Everything that has fallen due by `now`, in its order and at its own time. */
export function settleLicence(licence: Licence, now: number): Licence {
  let settled = licence;
  for (let due = licenceDue(settled); due !== null && due <= now; due = licenceDue(settled))
    settled = step(settled, due);
  return settled;
}

function step(licence: Licence, due: number): Licence {
  if (!licence.recurring) return { ...licence, endedAt: due };
  if (licence.declined) {
    const failures = licence.failures + 1;
    return failures < MOST_FAILURES
      ? { ...licence, failures }
      : { ...licence, failures, recurring: false, endedAt: due };
  }
  return {
    ...licence,
    endsAt: periodEnd(licence, due),
    paid: licence.nextAmount,
    method: licence.nextMethod,
    failures: 0,
  };
}

/** Counted from the start, so that a period that began on the 31st keeps its day. */
function periodEnd(licence: Licence, due: number): number {
  let periods = 1;
  while (addMonths(licence.startsAt, periods * licence.months) <= due) periods += 1;
  return addMonths(licence.startsAt, periods * licence.months);
}
