import { describe, expect, it } from 'vitest';
import type { License } from '#contract/model/person.ts';
import { AddForm } from '#renderer/people/changes/add-form.svelte.ts';

const time = { text: '', at: null } as unknown as License['starts'];
const license = (licenseId: string | null, type: string, recurring = true): License => ({
  ...{ licenseId, personId: null, type, starts: time, ends: time, paid: null, nextPayment: null },
  ...{ method: 'card', nextMethod: 'card', failedAttempts: null, recurring, unreadable: [] },
});
const people = ['7', '8', '9'].map((personId) => ({ personId, name: `Person ${personId}` }));

function formOf(): AddForm {
  const form = new AddForm(people, 'license.recurring');
  form.setLicenses({
    7: [license('71', 'data'), license('72', 'chat', false)],
    8: [license('81', 'data'), license('82', 'data'), license(null, 'data')],
    9: [],
  });
  form.write('recurring_billing_status', null, '0');
  return form;
}

describe('a change of licenses of chosen people', () => {
  it('for all people applies to each license of a type, and omits people without such a license', () => {
    const form = formOf();
    expect(form.fields).toEqual(['recurring_billing_status']);
    expect(form.licenseTypes.map(({ label }) => label)).toEqual(['chat (1 of 3 people)', 'data (2 of 3 people)']);
    expect(form.changes()).toEqual([]);
    form.licenseType = 'data';
    expect(form.changes().map(({ fields, personId }) => [personId, fields])).toEqual(
      [
        ['7', '71'],
        ['8', '81'],
        ['8', '82'],
      ].map(([personId, license_id]) => [personId, { license_id, recurring_billing_status: '0' }]),
    );
  });

  it('offers no license without a type, and changes none before a type is chosen', () => {
    const form = formOf();
    form.setLicenses({ 7: [license('71', ''), license('72', 'data')], 8: [license('81', '')], 9: [] });
    expect(form.licenseTypes.map(({ value }) => value)).toEqual(['data']);
    expect(form.changes()).toEqual([]);
  });

  it('says how many people are left out because their licenses are not known', () => {
    const form = formOf();
    form.licenseType = 'data';
    expect(form.licensesText).toBe('3 licenses of 3 people. People without a matching license are left out.');
    form.setLicenses({ 7: [license('71', 'data')] });
    expect(form.licensesText).toBe(
      '1 license of 3 people. People without a matching license are left out. Also left out, because the licenses are not known: 2 people.',
    );
    expect(['7', '8'].map((personId) => form.isLicenseListKnown(personId))).toEqual([true, false]);
  });

  it('says "1 person" for one chosen person', () => {
    const form = new AddForm([{ personId: '8', name: 'Person 8' }], 'license.recurring');
    form.setLicenses({ 8: [license('81', 'data')] });
    form.write('license_id', '8', '81');
    expect(form.licensesText).toBe('1 license of 1 person. People without a matching license are left out.');
  });

  it('with values per person has the license and the value that were chosen for the person', () => {
    const form = formOf();
    form.hasValuesPerPerson = true;
    expect(form.licenseChoices('7').map(({ label }) => label)).toEqual([
      '71 · data · renews · card',
      '72 · chat · does not renew · card',
    ]);
    expect(form.licenseChoices('9')).toEqual([]);
    form.write('license_id', '7', '72');
    form.write('recurring_billing_status', '7', '1');
    expect(form.changes()).toEqual([
      { op: 'license.recurring', personId: '7', fields: { license_id: '72', recurring_billing_status: '1' } },
    ]);
  });

  it('for one person applies to the chosen license, not to all of its type', () => {
    const form = new AddForm([{ personId: '8', name: 'Person 8' }], 'license.method');
    form.setLicenses({ 8: [license('81', 'data'), license('82', 'data')] });
    form.write('license_id', '8', '82');
    form.write('payment_method', '8', 'card');
    expect(form.changes()).toEqual([
      { op: 'license.method', personId: '8', fields: { license_id: '82', payment_method: 'card' } },
    ]);
  });
});

describe('a change of people who are typed as ids', () => {
  it('contains each typed person once, and every person of a long list', () => {
    const form = new AddForm([], 'user.delete');
    form.writeIds('12 13, 12;13 12');
    expect(form.subjects.map(({ personId }) => personId)).toEqual(['12', '13']);
    expect(form.changes()).toHaveLength(2);
    form.writeIds(Array.from({ length: 5_000 }, (_, at) => String(1_000_000 + at)).join(' '));
    expect(form.subjects).toHaveLength(5_000);
    expect(form.excessText).toBeNull();
  });

  it('names the number of changes and the limit if too many people are typed, and keeps the text', () => {
    const form = new AddForm([], 'user.delete');
    const text = Array.from({ length: 5_001 }, (_, at) => String(1_000_000 + at)).join('\n');
    form.writeIds(text);
    expect(form.excessText).toBe('These are 5001 changes. A set has at most 5000.');
    expect(form.idsText).toBe(text);
  });

  it('has a field for the license id if the operation needs one', () => {
    const form = new AddForm([], 'license.method');
    form.writeIds('7 8');
    expect(form.fields).toEqual(['license_id', 'payment_method']);
    form.write('license_id', null, '5');
    expect(form.changes()).toHaveLength(2);
  });
});
