import { describe, expect, it } from 'vitest';
import { fixed } from '#rules/decimal.ts';
import { changeLicence, endLicence, licenceDue, settleLicence, type Licence } from '#rules/licence.ts';
import { fromNewYork } from '#rules/new-york.ts';

const DAY = 86_400_000;
const at = (month: number, day: number, year = 2026): number =>
  fromNewYork({ year, month, day, hour: 9, minute: 0, second: 0 }).earliest;

const LICENCE: Licence = {
  id: '5',
  personId: '2',
  type: 'autotrade_monthly',
  description: '',
  startsAt: at(1, 31),
  endsAt: at(2, 28),
  months: 1,
  paid: fixed('99'),
  nextAmount: fixed('89'),
  method: 'credit_card',
  nextMethod: 'bank_transfer',
  declined: false,
  failures: 0,
  recurring: true,
  endedAt: null,
};

describe('[Resources/Software license] licence: a row of the table each', () => {
  it('current → current: recurring, the payment goes through; the next period begins with its method and amount', () => {
    const next = settleLicence(LICENCE, at(2, 28));
    expect(next).toMatchObject({ endsAt: at(3, 31), paid: fixed('89'), method: 'bank_transfer', endedAt: null });
    expect(settleLicence(LICENCE, at(2, 28) - 1)).toEqual(LICENCE);
    expect(settleLicence(LICENCE, at(6, 1)).endsAt).toBe(at(6, 30));
  });

  it('current → current: recurring, declined; one more failure, tried again a day later', () => {
    const failed = settleLicence({ ...LICENCE, declined: true }, at(2, 28));
    expect(failed).toMatchObject({ failures: 1, endsAt: at(2, 28), endedAt: null });
    expect(licenceDue(failed)).toBe(at(2, 28) + DAY);
    const recovered = changeLicence(failed, { method: 'platform_master_account' });
    expect(recovered && settleLicence(recovered, at(3, 2))).toMatchObject({
      failures: 0,
      method: 'platform_master_account',
      endsAt: at(3, 31),
    });
  });

  it('current → ended: declined the third time; recurring billing is off', () => {
    const over = settleLicence({ ...LICENCE, declined: true }, at(12, 1));
    expect(over).toMatchObject({ failures: 3, recurring: false, endedAt: at(2, 28) + 2 * DAY });
    expect(licenceDue(over)).toBeNull();
  });

  it('current → ended: not recurring', () => {
    expect(settleLicence({ ...LICENCE, recurring: false }, at(12, 1))).toMatchObject({ endedAt: at(2, 28) });
  });

  it('current → current: change of recurring billing and of the next method', () => {
    expect(changeLicence(LICENCE, { recurring: false })).toEqual({ ...LICENCE, recurring: false });
    expect(changeLicence(LICENCE, { method: 'credit_card' })).toEqual({ ...LICENCE, nextMethod: 'credit_card' });
    expect(changeLicence(LICENCE, {})).toEqual(LICENCE);
  });

  it('ended → ended: change is refused; ending again keeps the first end', () => {
    const over = endLicence(LICENCE, at(2, 3));
    expect(over).toMatchObject({ endedAt: at(2, 3), recurring: false });
    expect(changeLicence(over, { recurring: true })).toBeUndefined();
    expect(endLicence(over, at(2, 4))).toEqual(over);
    expect(settleLicence(over, at(12, 1))).toEqual(over);
  });

  it('a yearly licence keeps its day', () => {
    const yearly = { ...LICENCE, months: 12, startsAt: at(2, 29, 2024), endsAt: at(2, 28, 2025) };
    expect(settleLicence(yearly, at(3, 1, 2027)).endsAt).toBe(at(2, 29, 2028));
  });
});
