import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeopleRig, reasons, success } from './people-rig.ts';
import { TestService, type Members } from './service.ts';

let service: TestService;
let rig: PeopleRig;
beforeAll(async () => {
  service = await TestService.start();
  rig = new PeopleRig(service);
});
afterAll(() => service.stop());

type Ask = (fields: object) => Promise<Members>;

const createSystem: Ask = (fields) => {
  const system = { longDescription: 'x', startingcapital: 5000, ownerpersonid: rig.apiKeyOwnerId, name: 'Limits' };
  return rig.callWorld('createNewSystem', { ...system, ...fields });
};
const changeSystem: Ask = (fields) => rig.callWorld('changeSystemAttribute', { systemid: service.systemId, ...fields });
const changePerson: Ask = (fields) => rig.callWorld('changePersonAttribute', fields);
const createLicense: Ask = (fields) => {
  const asked = { personid: rig.apiKeyOwnerId, license_type_requested: 'autotrade_monthly' };
  return rig.callPlatform('create_software_license_record_platform', { ...asked, ...fields });
};
const changeLicense: Ask = (fields) =>
  rig.callPlatform('change_software_license_status', { license_id: '1', ...fields });

const chars = (count: number): string => 'é'.repeat(count);

/** A row of the limits table: a field, with values that are accepted and that are refused. */
type Row = readonly [row: string, ask: Ask, field: string, accepted: readonly unknown[], refused: readonly unknown[]];

const TWENTY_YEARS = 86_400 * 365 * 20;
const INVALID_FLAGS = [2, -1, '0.5', 'yes', '1e0'];

const ROWS: readonly Row[] = [
  [
    '[Limits/longDescription] longDescription max 8000',
    createSystem,
    'longDescription',
    [chars(1), chars(8000)],
    [chars(8001)],
  ],
  [
    '[Limits/longDescription] longDescription max 8000',
    changeSystem,
    'longDescription',
    [chars(1), chars(8000)],
    [chars(8001)],
  ],
  [
    '[Limits/shortDescription] shortDescription max 255',
    changeSystem,
    'shortDescription',
    [chars(1), chars(255)],
    [chars(256)],
  ],
  ['[Limits/name] name 3 to 40', changeSystem, 'name', [chars(3), chars(40)], [chars(2), chars(41), '  ab  ']],
  [
    '[Limits/name] name 3 to 40 at creation, a limit of the practice service',
    createSystem,
    'name',
    [chars(3), chars(40)],
    [chars(2), chars(41)],
  ],
  [
    '[Limits/startingcapital] startingcapital 1000 to 10000000',
    createSystem,
    'startingcapital',
    [1000, '10000000'],
    [999, 10_000_001, 0, -1000, 1000.5],
  ],
  [
    '[Limits/equitycurve_startingcapital] equitycurve_startingcapital 1000 to 10000000',
    changeSystem,
    'equitycurve_startingcapital',
    [1000, '10000000', '5000.0', '1e6'],
    [999, 10_000_001, 0, '1e8'],
  ],
  [
    '[Limits/minimum_portfolio_size_required] minimum_portfolio_size_required 1000 to 10000000',
    changeSystem,
    'minimum_portfolio_size_required',
    [1000, 10_000_000],
    [999, 10_000_001, 'x'],
  ],
  [
    '[Limits/creditSystemTimeInSeconds] creditSystemTimeInSeconds 0 to 86400*365*20',
    changeSystem,
    'creditSystemTimeInSeconds',
    [0, TWENTY_YEARS],
    [-1, TWENTY_YEARS + 1],
  ],
  [
    'creditSystemTimeInSeconds at creation, a limit of the practice service',
    createSystem,
    'creditSystemTimeInSeconds',
    [0, TWENTY_YEARS],
    [-1, TWENTY_YEARS + 1],
  ],
  [
    '[Limits/freeSignalEntryCredits] freeSignalEntryCredits 0 to 9999999999',
    changeSystem,
    'freeSignalEntryCredits',
    [0, 9_999_999_999],
    [-1, 10_000_000_000, '9'.repeat(40)],
  ],
  [
    '[Limits/Flags 0 or 1] site_visibility_status 0 or 1',
    createSystem,
    'site_visibility_status',
    [0, 1, '1', true],
    INVALID_FLAGS,
  ],
  ['[Limits/Flags 0 or 1] test_system 0 or 1', changeSystem, 'test_system', [0, 1, '0', false], INVALID_FLAGS],
  ['[Limits/Flags 0 or 1] isAlive 0 or 1', changeSystem, 'isAlive', [0, '1', 1], INVALID_FLAGS],
  [
    'monthlyfee, a limit of the practice service',
    changeSystem,
    'monthlyfee',
    [0, 1, '100000'],
    [-1, 1.5, '9'.repeat(40)],
  ],
  ['trialdays, a limit of the practice service', changeSystem, 'trialdays', [0, 36_500], [-1, 0.5, 36_501]],
  [
    '[Limits/ui_description] ui_description max 30',
    createLicense,
    'ui_description',
    [chars(1), chars(30)],
    [chars(31)],
  ],
  [
    '[Limits/firstname, lastname, password, email] firstname 1 to 40',
    changePerson,
    'firstname',
    [chars(1), chars(40), 7],
    [chars(41), '   '],
  ],
  [
    '[Limits/firstname, lastname, password, email] lastname 1 to 40',
    changePerson,
    'lastname',
    [chars(1), chars(40)],
    [chars(41), ' '],
  ],
  ['screenname, a limit of the practice service', changePerson, 'screenname', [chars(1), chars(40)], [chars(41)]],
  [
    '[Limits/firstname, lastname, password, email] password 6 to 30',
    changePerson,
    'password',
    [chars(6), chars(30), 123_456],
    [chars(5), chars(31), 12_345],
  ],
  [
    '[Limits/firstname, lastname, password, email] email 1 to 60',
    changePerson,
    'email',
    [chars(1), chars(60)],
    [chars(61)],
  ],
];

describe('limits', () => {
  it.each(ROWS)(
    '%s: values at the bounds are accepted; others are refused, and the reason names the field',
    async (_row, ask, field, accepted, refused) => {
      for (const value of accepted) success(await ask({ [field]: value }));
      for (const value of [...refused, ['1'], { a: 1 }]) {
        const givenReasons = reasons(await ask({ [field]: value }));
        expect(givenReasons, JSON.stringify(value)).toHaveLength(1);
        expect(givenReasons[0]).toMatch(new RegExp(`^${field} must `));
      }
    },
  );

  it('[Limits/Flags 0 or 1] recurring_billing_status is 0 or 1', async () => {
    for (const value of INVALID_FLAGS)
      expect(reasons(await changeLicense({ recurring_billing_status: value }))).toEqual([
        'recurring_billing_status must be 0 or 1',
      ]);
  });

  it('long texts are returned whole', async () => {
    success(await changeSystem({ longDescription: `${chars(7998)}😀!` }));
    expect((await rig.details(service.systemId))['longDescription']).toBe(`${chars(7998)}😀!`);
  });
});
