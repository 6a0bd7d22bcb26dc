import { addMonths } from '#rules/calendar/add-months.ts';
import { applyDueToLicense, type License } from '#rules/billing/license.ts';
import { LICENSE_TYPES, PAYMENT_METHODS } from '#practice/people/license-types.ts';
import type { Random } from '#practice/market/random.ts';

const DAY = 86_400_000;

/**
 * States of a license: paid, not to be renewed, current with a declined payment, ended, or ended by
 * three declined payments.
 */
const STATES = ['recurring', 'lastPeriod', 'failing', 'ended', 'declined'] as const;

/**
 * License number `turn` of the generated history. The states occur in turn. Each license is run
 * through the rules from its start until now.
 */
export function generatedLicense(turn: number, id: string, personId: string, random: Random, now: number): License {
  const state = STATES[turn % STATES.length] ?? 'recurring';
  const type = LICENSE_TYPES[turn % LICENSE_TYPES.length] ?? random.pick(LICENSE_TYPES);
  const method = PAYMENT_METHODS[turn % PAYMENT_METHODS.length] ?? 'platform_master_account';
  /** Time since the last paid period ended; 0 if it has not ended. */
  const sinceEnd = { recurring: 0, lastPeriod: 0, failing: 1, ended: 40, declined: 12 }[state] * DAY;
  const startsAt = addMonths(now - sinceEnd, -type.months * random.whole(1, 4)) + (sinceEnd === 0 ? 9 * DAY : -60_000);
  const first = {
    ...{ id, personId, type: type.name, startsAt, months: type.months },
    description: type.name.replace('_', ' '),
    endsAt: addMonths(startsAt, type.months),
    ...{ paidAmount: type.price, nextAmount: type.price, method, nextMethod: method },
    ...{ declined: false, failures: 0, recurring: true, endedAt: null },
  };
  const paidLicense = applyDueToLicense(first, now - sinceEnd - 2 * DAY);
  const declined = state === 'failing' || state === 'declined';
  const recurring = state !== 'lastPeriod' && state !== 'ended';
  return applyDueToLicense({ ...paidLicense, declined, recurring }, now);
}
