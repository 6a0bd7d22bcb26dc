import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { NO_PERSON, PeopleRig, reasons, success, title, typesOf } from './people-rig.ts';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
let rig: PeopleRig;
beforeAll(async () => {
  service = await TestService.start();
  rig = new PeopleRig(service);
});
afterAll(() => service.stop());

const DAY = 86_400;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const CREATE = 'create_software_license_record_platform';
const CHANGE = 'change_software_license_status';

const licenses = async (personid: string): Promise<readonly Members[]> =>
  asList((await rig.person(personid))['current_software_license_list']);
const allLicenses = async (): Promise<Members[]> =>
  (await rig.people()).flatMap((one) => asList(one['current_software_license_list']));

/** Gives a new license to a person without one. */
async function create(fields: object = {}): Promise<{ personid: string; id: string }> {
  const people = (await rig.people()).filter((one) => one['deleted'] === '');
  const unlicensed = people.find((one) => asList(one['current_software_license_list']).length === 0);
  const personid = text(asMembers(unlicensed), 'person_id');
  const asked = { personid, license_type_requested: 'autotrade_monthly', ui_description: 'Two screens', ...fields };
  return { personid, id: text(success(await rig.callPlatform(CREATE, asked)), 'license_id') };
}

describe('[Resources/Software license] licenses of the seed', () => {
  it('have every documented member as a string, and several license types and billing states', async () => {
    const list = await allLicenses();
    for (const one of list) {
      expect(Object.values(typesOf(one)).every((type) => type === 'string')).toBe(true);
      expect(Object.keys(one)).toEqual([
        ...['license_id', 'licensed_to_personid', 'license_type_requested', 'starts_when', 'ends_when'],
        ...['amount_paid_for_current_period', 'amount_to_pay_next_period', 'payment_method_for_current_period'],
        ...['payment_method_for_next_period', 'current_billing_failed_attempts', 'recurring_billing_status'],
      ]);
      expect(one).toMatchObject({ starts_when: like(TIME), ends_when: like(TIME) });
    }
    const values = (name: string): Set<unknown> => new Set(list.map((one) => one[name]));
    expect(values('license_type_requested').size).toBeGreaterThanOrEqual(3);
    expect(values('recurring_billing_status')).toEqual(new Set(['0', '1']));
    expect(values('current_billing_failed_attempts').has('2')).toBe(true);
    expect(values('payment_method_for_current_period').has('platform_master_account')).toBe(true);
  });

  it('endedInPeople=listed lists the ended licenses too', async () => {
    const currentCount = (await allLicenses()).length;
    await service.set({ endedInPeople: 'listed' });
    const withEnded = await allLicenses();
    await service.set({ endedInPeople: 'hidden' });
    expect(withEnded.length).toBeGreaterThan(currentCount);
    expect(withEnded.some((one) => one['current_billing_failed_attempts'] === '3')).toBe(true);
  });
});

describe(`[Endpoints/${CREATE}]`, () => {
  it('gives one of the people a license, paid for its first month', async () => {
    const { personid, id } = await create();
    expect(await licenses(personid)).toEqual([
      {
        license_id: id,
        licensed_to_personid: personid,
        license_type_requested: 'autotrade_monthly',
        starts_when: '2026-03-02 09:30:00',
        ends_when: '2026-04-02 09:30:00',
        amount_paid_for_current_period: '99.00',
        amount_to_pay_next_period: '99.00',
        payment_method_for_current_period: 'platform_master_account',
        payment_method_for_next_period: 'platform_master_account',
        current_billing_failed_attempts: '0',
        recurring_billing_status: '1',
      },
    ]);
  });

  it('works by GET, with a payment method', async () => {
    const personid = await rig.idlePersonId();
    const fields = {
      personid,
      license_type_requested: 'data_monthly',
      payment_method: 'credit_card',
      ui_description: '',
    };
    success(await rig.platformGet(CREATE, fields));
    expect((await licenses(personid)).at(-1)).toMatchObject({ payment_method_for_current_period: 'credit_card' });
  });

  it('every bad field is named', async () => {
    const ask = (fields: object) => rig.callPlatform(CREATE, { personid: rig.apiKeyOwnerId, ...fields });
    const refused = await ask({
      license_type_requested: 'gold',
      ui_description: 'x'.repeat(31),
      payment_method: 'cash',
    });
    expect(title(refused)).toBe(`Unable to ${CREATE}`);
    expect(reasons(refused).map((reason) => reason.split(' ')[0])).toEqual([
      'license_type_requested',
      'ui_description',
      'payment_method',
    ]);
    for (const license_type_requested of [null, '', 0, undefined])
      expect(reasons(await ask({ license_type_requested }))).toEqual(['license_type_requested required']);
    expect(reasons(await ask({ license_type_requested: ['x'] }))).toEqual(['license_type_requested must be a text']);
  });

  it('unknownLicenseType: an unknown type is refused, or accepted by switch', async () => {
    const before = (await licenses(rig.apiKeyOwnerId)).length;
    const fields = { personid: rig.apiKeyOwnerId, license_type_requested: 'gold' };
    expect(await rig.callPlatform(CREATE, fields)).toMatchObject({ ok: '0' });
    await service.set({ unknownLicenseType: 'accept' });
    success(await rig.callPlatform(CREATE, fields));
    await service.set({ unknownLicenseType: 'refuse' });
    const list = await licenses(rig.apiKeyOwnerId);
    expect(list).toHaveLength(before + 1);
    expect(list.at(-1)).toMatchObject({ license_type_requested: 'gold', amount_paid_for_current_period: '0.00' });
  });

  it('is refused for people of other platforms, without a person, and in the world context', async () => {
    const outsider = text(await rig.strategyOf('outsider'), 'ownerpersonid');
    const fields = { license_type_requested: 'autotrade_monthly' };
    expect(await rig.callPlatform(CREATE, { ...fields, personid: outsider })).toEqual(NO_PERSON);
    expect(title(await rig.callPlatform(CREATE, fields))).toBe('No personid');
    expect(title(await rig.callWorld(CREATE, { ...fields, personid: rig.apiKeyOwnerId }))).toBe('Not a world command');
  });
});

describe(`[Endpoints/${CHANGE}]`, () => {
  it('turns recurring billing off and on, and sets the next payment method', async () => {
    const { personid, id } = await create();
    const off = await rig.callPlatform(CHANGE, { license_id: Number(id), recurring_billing_status: 0 });
    expect(success(off)).toEqual({ license_id: id, changes: ['recurring_billing_status updated'] });
    expect(await licenses(personid)).toMatchObject([
      { recurring_billing_status: '0', amount_to_pay_next_period: '0.00' },
    ]);
    const both = { license_id: id, recurring_billing_status: '1', payment_method: 'bank_transfer' };
    expect(success(await rig.platformGet(CHANGE, both))).toEqual({
      license_id: id,
      changes: ['recurring_billing_status updated', 'payment_method updated'],
    });
    expect(await licenses(personid)).toMatchObject([
      {
        recurring_billing_status: '1',
        payment_method_for_current_period: 'platform_master_account',
        payment_method_for_next_period: 'bank_transfer',
      },
    ]);
    expect(success(await rig.callPlatform(CHANGE, { license_id: id }))).toEqual({ license_id: id, changes: [] });
  });

  it('[Errors/License not controlled by the platform] an unknown or ended license is refused as in the errors table', async () => {
    await service.set({ endedInPeople: 'listed' });
    const ended = (await allLicenses()).find((one) => one['current_billing_failed_attempts'] === '3');
    await service.set({ endedInPeople: 'hidden' });
    for (const license_id of ['1', 'x', '999999999', asMembers(ended)['license_id']]) {
      expect(await rig.callPlatform(CHANGE, { license_id, recurring_billing_status: 1 })).toEqual({
        ok: '0',
        error: {
          title: 'Unable to change_software_license_status',
          message: 'There were problems with your request.',
          errors: ['There is no current license with this id controlled by this platform'],
        },
      });
    }
  });

  it('bad input changes nothing', async () => {
    const { personid, id } = await create();
    const before = await licenses(personid);
    expect(reasons(await rig.callPlatform(CHANGE, { recurring_billing_status: 2 }))).toEqual([
      'license_id required',
      'recurring_billing_status must be 0 or 1',
    ]);
    const mixed = { license_id: id, recurring_billing_status: 0, payment_method: 'cash' };
    expect(reasons(await rig.callPlatform(CHANGE, mixed))).toEqual([
      'payment_method must be one of these: platform_master_account credit_card bank_transfer',
    ]);
    for (const recurring_billing_status of ['-1', 'yes', 0.5, {}])
      expect(await rig.callPlatform(CHANGE, { license_id: id, recurring_billing_status })).toMatchObject({ ok: '0' });
    expect(await licenses(personid)).toEqual(before);
    expect(title(await rig.callWorld(CHANGE, { license_id: id }))).toBe('Not a world command');
  });
});

describe('a software license over time', () => {
  it('is renewed if it is recurring, ends if it is not, and a restart changes nothing of this', async () => {
    const recurring = await create();
    const ending = await create();
    success(await rig.callPlatform(CHANGE, { license_id: recurring.id, payment_method: 'credit_card' }));
    success(await rig.callPlatform(CHANGE, { license_id: ending.id, recurring_billing_status: 0 }));
    await service.advance(32 * DAY);
    service = await service.restart();
    rig = new PeopleRig(service);
    expect(await licenses(recurring.personid)).toMatchObject([
      {
        starts_when: '2026-03-02 09:30:00',
        ends_when: '2026-05-02 09:30:00',
        payment_method_for_current_period: 'credit_card',
      },
    ]);
    expect(await licenses(ending.personid)).toEqual([]);
    expect(
      reasons(await rig.callPlatform(CHANGE, { license_id: ending.id, recurring_billing_status: 1 })),
    ).toHaveLength(1);
  });
});
