import { describe, expect, it } from 'vitest';
import { fixed } from '#rules/decimal.ts';
import { applyDueToLicense, changeLicense, endLicense, licenseDue, type License } from '#rules/billing/license.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';

const DAY = 86_400_000;
const at = (month: number, day: number, year = 2026): number =>
  fromNewYork({ year, month, day, hour: 9, minute: 0, second: 0 }).earliest;

const LICENSE: License = {
  id: '5',
  personId: '2',
  type: 'autotrade_monthly',
  description: '',
  startsAt: at(1, 31),
  endsAt: at(2, 28),
  months: 1,
  paidAmount: fixed('99'),
  nextAmount: fixed('89'),
  method: 'credit_card',
  nextMethod: 'bank_transfer',
  declined: false,
  failures: 0,
  recurring: true,
  endedAt: null,
};

describe('[Resources/Software license] license: each test is a row of the table', () => {
  it('current → current: recurring and paid; the next period has the next method and amount', () => {
    const next = applyDueToLicense(LICENSE, at(2, 28));
    expect(next).toMatchObject({ endsAt: at(3, 31), paidAmount: fixed('89'), method: 'bank_transfer', endedAt: null });
    expect(applyDueToLicense(LICENSE, at(2, 28) - 1)).toEqual(LICENSE);
    expect(applyDueToLicense(LICENSE, at(6, 1)).endsAt).toBe(at(6, 30));
  });

  it('current → current: recurring, declined; one more failure, tried again a day later', () => {
    const failed = applyDueToLicense({ ...LICENSE, declined: true }, at(2, 28));
    expect(failed).toMatchObject({ failures: 1, endsAt: at(2, 28), endedAt: null });
    expect(licenseDue(failed)).toBe(at(2, 28) + DAY);
    const recovered = changeLicense(failed, { method: 'platform_master_account' });
    expect(recovered && applyDueToLicense(recovered, at(3, 2))).toMatchObject({
      failures: 0,
      method: 'platform_master_account',
      endsAt: at(3, 31),
    });
  });

  it('current → ended: declined the third time; recurring billing is off', () => {
    const ended = applyDueToLicense({ ...LICENSE, declined: true }, at(12, 1));
    expect(ended).toMatchObject({ failures: 3, recurring: false, endedAt: at(2, 28) + 2 * DAY });
    expect(licenseDue(ended)).toBeNull();
  });

  it('current → ended: not recurring', () => {
    expect(applyDueToLicense({ ...LICENSE, recurring: false }, at(12, 1))).toMatchObject({ endedAt: at(2, 28) });
  });

  it('current → current: change of recurring billing and of the next method', () => {
    expect(changeLicense(LICENSE, { recurring: false })).toEqual({ ...LICENSE, recurring: false });
    expect(changeLicense(LICENSE, { method: 'credit_card' })).toEqual({ ...LICENSE, nextMethod: 'credit_card' });
    expect(changeLicense(LICENSE, {})).toEqual(LICENSE);
  });

  it('ended → ended: change is refused; ending again keeps the first end', () => {
    const ended = endLicense(LICENSE, at(2, 3));
    expect(ended).toMatchObject({ endedAt: at(2, 3), recurring: false });
    expect(changeLicense(ended, { recurring: true })).toBeUndefined();
    expect(endLicense(ended, at(2, 4))).toEqual(ended);
    expect(applyDueToLicense(ended, at(12, 1))).toEqual(ended);
  });

  it('a yearly license keeps its day of the month', () => {
    const yearly = { ...LICENSE, months: 12, startsAt: at(2, 29, 2024), endsAt: at(2, 28, 2025) };
    expect(applyDueToLicense(yearly, at(3, 1, 2027)).endsAt).toBe(at(2, 29, 2028));
  });
});
