export type SizedRule = { readonly kind: 'text' | 'whole'; readonly min: number; readonly max: number };

/** What a field of the specification may contain. The length of a text is in code points. */
type FieldRule = SizedRule | { readonly kind: 'id' | 'flag' | 'time' | 'word'; readonly min?: never };

const flag = { kind: 'flag' } as const;
const id = { kind: 'id' } as const;
const word = { kind: 'word' } as const;
const personName = { kind: 'text', min: 1, max: 40 } as const;
const dollars = { kind: 'whole', min: 1000, max: 10_000_000 } as const;

/**
 * The fields that a change can set, with their names and limits from the specification. The limits
 * of the fee and the trial are set by this program, because the specification has none.
 */
const fieldRules = {
  firstname: personName,
  lastname: personName,
  screenname: personName,
  email: { kind: 'text', min: 1, max: 60 },
  license_id: id,
  license_type_requested: word,
  ui_description: { kind: 'text', min: 0, max: 30 },
  recurring_billing_status: flag,
  payment_method: word,
  systemid: id,
  subscription_guid: word,
  unsubAtYYYYMMDDhhmm: { kind: 'time' },
  name: { kind: 'text', min: 3, max: 40 },
  longDescription: { kind: 'text', min: 0, max: 8000 },
  shortDescription: { kind: 'text', min: 0, max: 255 },
  startingcapital: dollars,
  equitycurve_startingcapital: dollars,
  minimum_portfolio_size_required: dollars,
  monthlyfee: { kind: 'whole', min: 0, max: 1_000_000 },
  trialdays: { kind: 'whole', min: 0, max: 3650 },
  ownerpersonid: id,
  creditSystemTimeInSeconds: { kind: 'whole', min: 0, max: 86_400 * 365 * 20 },
  freeSignalEntryCredits: { kind: 'whole', min: 0, max: 9_999_999_999 },
  site_visibility_status: flag,
  test_system: flag,
  isAlive: flag,
} as const satisfies Readonly<Record<string, FieldRule>>;

export type FieldName = keyof typeof fieldRules;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldRules, name);
/** In the order of the columns of a file. */
export const fieldNames: readonly FieldName[] = Object.keys(fieldRules).filter(isFieldName);
export const ruleOf = (field: FieldName): FieldRule => fieldRules[field];

/** The changes of a set are sent in the order of these stages. */
const stages = ['changes', 'owners', 'licenses', 'begins', 'ends', 'deletes'] as const;
type Stage = (typeof stages)[number];

type OperationRule = {
  readonly stage: Stage;
  readonly required: readonly FieldName[];
  readonly optional: readonly FieldName[];
  /** At least one optional field must be set; otherwise the operation would change nothing. */
  readonly needsOne?: true;
  /** The field that names the record to change or create; missing if the record is the person. */
  readonly record?: FieldName;
};

const strategyTexts = ['name', 'longDescription', 'shortDescription'] as const;

/** What can be done for a person of a private platform. */
const operationRules = {
  'person.change': {
    stage: 'changes',
    required: [],
    optional: ['firstname', 'lastname', 'screenname', 'email'],
    needsOne: true,
  },
  'person.password': { stage: 'changes', required: [], optional: [] },
  'strategy.create': {
    stage: 'changes',
    required: ['name', 'longDescription', 'startingcapital'],
    optional: ['site_visibility_status', 'creditSystemTimeInSeconds'],
    record: 'name',
  },
  'strategy.change': {
    stage: 'changes',
    required: ['systemid'],
    optional: [
      ...strategyTexts,
      'equitycurve_startingcapital',
      'minimum_portfolio_size_required',
      'monthlyfee',
      'trialdays',
      'test_system',
    ],
    needsOne: true,
    record: 'systemid',
  },
  'strategy.owner': { stage: 'owners', required: ['systemid', 'ownerpersonid'], optional: [], record: 'systemid' },
  'strategy.credits': {
    stage: 'changes',
    required: ['systemid'],
    optional: ['creditSystemTimeInSeconds', 'freeSignalEntryCredits'],
    needsOne: true,
    record: 'systemid',
  },
  'strategy.alive': { stage: 'changes', required: ['systemid', 'isAlive'], optional: [], record: 'systemid' },
  'license.create': {
    stage: 'licenses',
    required: ['license_type_requested'],
    optional: ['ui_description', 'payment_method'],
    record: 'license_type_requested',
  },
  'license.recurring': {
    stage: 'licenses',
    required: ['license_id', 'recurring_billing_status'],
    optional: [],
    record: 'license_id',
  },
  'license.method': {
    stage: 'licenses',
    required: ['license_id', 'payment_method'],
    optional: [],
    record: 'license_id',
  },
  'subscription.begin': { stage: 'begins', required: ['systemid'], optional: [], record: 'systemid' },
  'subscription.end': {
    stage: 'ends',
    required: ['systemid'],
    optional: ['subscription_guid', 'unsubAtYYYYMMDDhhmm'],
    record: 'systemid',
  },
  'user.delete': { stage: 'deletes', required: [], optional: [] },
} as const satisfies Readonly<Record<string, OperationRule>>;

export type Operation = keyof typeof operationRules;
export const isOperation = (name: string): name is Operation => Object.hasOwn(operationRules, name);
export const operationRule = (op: Operation): OperationRule => operationRules[op];
export const stageOf = (op: Operation): number => stages.indexOf(operationRules[op].stage);

/** The fields that the operation takes, in the order of the columns. */
export function fieldsOf(op: Operation): readonly FieldName[] {
  const { required, optional } = operationRule(op);
  return fieldNames.filter((name) => required.includes(name) || optional.includes(name));
}
