import { addMonths } from '#rules/calendar/add-months.ts';
import { changeLicense, type License } from '#rules/billing/license.ts';
import { failure, okValue } from '#practice/envelope.ts';
import { FieldCheck } from '#practice/decode/field-check.ts';
import { givenText } from '#practice/decode/fields.ts';
import { actingPerson } from './acting-person.ts';
import { LICENSE_TYPES, OTHER_LICENSE, PAYMENT_METHODS, type LicenseType } from '#practice/people/license-types.ts';
import { forPlatform, type CommandRequest } from './command.ts';
import { problemsAnswer } from './problems.ts';

const NOT_CONTROLLED = 'There is no current license with this id controlled by this platform';
const MAX_DESCRIPTION_LENGTH = 30;

/** Creates a license for a person of the platform. Its first period is paid. */
export const createSoftwareLicenseRecordPlatform = forPlatform((request) => {
  const { store, switches, clock } = request;
  const acting = actingPerson(request);
  if (!acting.ok) return failure(switches, acting.error);
  const check = new FieldCheck(request);
  const type = check.required('license_type_requested', licenseType(request, check));
  const description = check.characters('ui_description', { min: 0, max: MAX_DESCRIPTION_LENGTH }) ?? '';
  const method = check.oneOf('payment_method', PAYMENT_METHODS) ?? 'platform_master_account';
  if (!type || check.errors.length > 0) {
    return problemsAnswer(switches, 'Unable to create_software_license_record_platform', check.errors);
  }
  const startsAt = clock.now();
  const license: License = {
    ...{ id: store.licenses.nextId(), personId: acting.person.id, type: type.name, description, startsAt },
    ...{
      endsAt: addMonths(startsAt, type.months),
      months: type.months,
      paidAmount: type.price,
      nextAmount: type.price,
    },
    ...{ method, nextMethod: method, declined: false, failures: 0, recurring: true, endedAt: null },
  };
  store.transaction(() => store.licenses.put(license));
  return { ok: okValue(switches), success: { license_id: license.id } };
});

function licenseType({ fields, switches }: CommandRequest, check: FieldCheck): LicenseType | undefined {
  const name = 'license_type_requested';
  const text = givenText(fields, name);
  const known = LICENSE_TYPES.find((type) => type.name === text?.toLowerCase());
  if (known) return known;
  if (text !== null && switches.get('unknownLicenseType') === 'accept') return { ...OTHER_LICENSE, name: text };
  if (text === null) return undefined;
  check.oneOf(
    name,
    LICENSE_TYPES.map((type) => type.name),
  );
  return undefined;
}

/**
 * Sets recurring billing, and the payment method from the next period on. The form of the answer
 * is the service's own.
 */
export const changeSoftwareLicenseStatus = forPlatform((request) => {
  const { store, switches, fields, caller } = request;
  const title = 'Unable to change_software_license_status';
  const check = new FieldCheck(request);
  const id = check.required('license_id', givenText(fields, 'license_id') ?? undefined);
  const recurring = check.flag('recurring_billing_status');
  const method = check.oneOf('payment_method', PAYMENT_METHODS);
  if (id === undefined || check.errors.length > 0) return problemsAnswer(switches, title, check.errors);
  const found = store.licenses.get(id);
  const license = found && caller.owners.has(found.personId) ? found : undefined;
  const change = { ...(recurring === undefined ? {} : { recurring }), ...(method === undefined ? {} : { method }) };
  const changed = license && changeLicense(license, change);
  if (!changed) return problemsAnswer(switches, title, [NOT_CONTROLLED]);
  store.transaction(() => store.licenses.put(changed));
  const given = { recurring_billing_status: recurring, payment_method: method };
  const givenEntries = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ok: okValue(switches),
    success: { license_id: id, changes: givenEntries.map(([name]) => `${name} updated`) },
  };
});
