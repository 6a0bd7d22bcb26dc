import type { ChangeField, ChangeFields, ChangeOperation, StagedChange } from '#contract/model/change-set.ts';

export const operationWords: Readonly<Record<ChangeOperation, string>> = {
  'person.change': 'Change person',
  'person.password': 'Set password',
  'strategy.create': 'Create strategy',
  'strategy.change': 'Change strategy',
  'strategy.owner': 'Move strategy to another owner',
  'strategy.credits': 'Set strategy credits',
  'strategy.alive': 'End or revive strategy',
  'license.create': 'Create license',
  'license.recurring': 'License: recurring billing',
  'license.method': 'License: payment method',
  'subscription.begin': 'Begin subscription',
  'subscription.end': 'End subscription',
  'user.delete': 'Delete person',
};

/** The fields that the dialog asks for, the required ones first. */
export const operationFields: Readonly<
  Record<ChangeOperation, { readonly required: readonly ChangeField[]; readonly optional: readonly ChangeField[] }>
> = {
  'person.change': { required: [], optional: ['firstname', 'lastname', 'screenname', 'email'] },
  'person.password': { required: [], optional: [] },
  'strategy.create': {
    required: ['name', 'longDescription', 'startingcapital'],
    optional: ['site_visibility_status', 'creditSystemTimeInSeconds'],
  },
  'strategy.change': {
    required: ['systemid'],
    optional: [
      'name',
      'shortDescription',
      'longDescription',
      'equitycurve_startingcapital',
      'minimum_portfolio_size_required',
      'monthlyfee',
      'trialdays',
      'test_system',
    ],
  },
  'strategy.owner': { required: ['systemid', 'ownerpersonid'], optional: [] },
  'strategy.credits': { required: ['systemid'], optional: ['creditSystemTimeInSeconds', 'freeSignalEntryCredits'] },
  'strategy.alive': { required: ['systemid', 'isAlive'], optional: [] },
  'license.create': { required: ['license_type_requested'], optional: ['ui_description', 'payment_method'] },
  'license.recurring': { required: ['license_id', 'recurring_billing_status'], optional: [] },
  'license.method': { required: ['license_id', 'payment_method'], optional: [] },
  'subscription.begin': { required: ['systemid'], optional: [] },
  'subscription.end': { required: ['systemid'], optional: ['unsubAtYYYYMMDDhhmm', 'subscription_guid'] },
  'user.delete': { required: [], optional: [] },
};

const fieldWords: Readonly<Record<ChangeField, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  screenname: 'Screen name',
  email: 'E-mail',
  license_id: 'License id',
  license_type_requested: 'License type',
  ui_description: 'Description',
  recurring_billing_status: 'Recurring billing (0 or 1)',
  payment_method: 'Payment method',
  systemid: 'Strategy id',
  subscription_guid: 'Subscription id',
  unsubAtYYYYMMDDhhmm: 'Ends at (New York, YYYY-MM-DD hh:mm)',
  name: 'Name',
  longDescription: 'Long description',
  shortDescription: 'Short description',
  startingcapital: 'Starting capital',
  equitycurve_startingcapital: 'Starting capital of the curve',
  minimum_portfolio_size_required: 'Minimum capital',
  monthlyfee: 'Monthly fee',
  trialdays: 'Free trial, days',
  ownerpersonid: 'New owner (person id)',
  creditSystemTimeInSeconds: 'Time credit, seconds',
  freeSignalEntryCredits: 'Signal credits',
  site_visibility_status: 'Visible on the site (0 or 1)',
  test_system: 'Test strategy (0 or 1)',
  isAlive: 'Alive (0 or 1)',
};

/** The words for a field, or its name if there are no words for it. */
export const fieldText = (field: string): string =>
  Object.entries(fieldWords).find(([name]) => name === field)?.[1] ?? otherValueWords[field] ?? field;

/** Words for values that a plan or a run shows and that are not fields of a change. */
const otherValueWords: Readonly<Record<string, string>> = {
  deleted: 'Deleted',
  password: 'Password',
  subscription_ends: 'Subscription ends',
};

/** `First name: Ada, E-mail: ada@example.com`. */
export function fieldsText(fields: ChangeFields): string {
  return Object.entries(fields)
    .map(([name, text]) => `${fieldText(name).replace(/ \(.*\)$/, '')}: ${text === '' ? 'cleared' : text}`)
    .join(', ');
}

export const changeText = ({ fields, op }: Pick<StagedChange, 'fields' | 'op'>): string => {
  const details = fieldsText(fields);
  return details === '' ? operationWords[op] : `${operationWords[op]} · ${details}`;
};
