import type { AttributeField } from '#contract/model/attribute-field.ts';
import {
  attributeBounds,
  type BoundedAttribute,
  type NewStrategy,
  type StrategyAttributes,
  type StrategyRequest,
} from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { withoutGroups } from '#renderer/format/without-groups.ts';
import { words } from '#renderer/messages/words.ts';

/** What a form is for. `systemId`: the strategy that is changed or cloned. */
export type StrategyTask =
  | { readonly kind: 'create' }
  | { readonly kind: 'clone'; readonly systemId: string }
  | { readonly kind: 'change'; readonly systemId: string };
export type TaskKind = StrategyTask['kind'];

/** As typed. A flag is `yes`, `no`, or empty if the form does not set it. */
export type StrategyDraft = Readonly<Record<AttributeField, string>>;

const textFields = ['name', 'shortDescription', 'longDescription'] as const;
const wholeNumberFields = [
  'startingCapital',
  'minimumPortfolio',
  'monthlyFee',
  'trialDays',
  'creditSeconds',
  'signalCredits',
] as const;
const flagFields = ['test', 'alive'] as const;

/**
 * The fields that the form of each kind of task shows. `create` has only the fields that a create
 * request can set.
 */
export const draftFields: Readonly<Record<TaskKind, readonly AttributeField[]>> = {
  create: ['name', 'longDescription', 'startingCapital', 'ownerPersonId', 'visible', 'creditSeconds'],
  clone: [
    'name',
    'shortDescription',
    'longDescription',
    'startingCapital',
    'minimumPortfolio',
    'monthlyFee',
    'trialDays',
    'ownerPersonId',
    'visible',
    'creditSeconds',
    'signalCredits',
    'test',
  ],
  change: [
    'name',
    'shortDescription',
    'longDescription',
    'monthlyFee',
    'trialDays',
    'minimumPortfolio',
    'startingCapital',
    'creditSeconds',
    'signalCredits',
    'test',
    'alive',
    'ownerPersonId',
  ],
};

const emptyDraft: StrategyDraft = {
  name: '',
  shortDescription: '',
  longDescription: '',
  ownerPersonId: '',
  startingCapital: '',
  minimumPortfolio: '',
  monthlyFee: '',
  trialDays: '',
  creditSeconds: '',
  signalCredits: '',
  test: '',
  alive: '',
  visible: '',
};

const allDraftFields: readonly AttributeField[] = [...draftFields.clone, 'alive'];

const flagText = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no');
const wholeText = (value: string | null): string => (value === null ? '' : value.replace(/\.0+$/, ''));

/** The known values of a strategy. A value that no reading contains is empty. */
const draftOf = (details: StrategyDetails): StrategyDraft => ({
  ...emptyDraft,
  name: details.name,
  shortDescription: details.shortDescription,
  longDescription: details.longDescription,
  ownerPersonId: details.ownerPersonId ?? '',
  startingCapital: wholeText(details.startingCapital),
  minimumPortfolio: wholeText(details.minimumPortfolio),
  monthlyFee: wholeText(details.monthlyFee),
  trialDays: wholeText(details.freeTrialDays),
  test: flagText(details.test),
  alive: flagText(details.alive),
});

const knownDraft = (details: StrategyDetails | null): StrategyDraft =>
  details === null ? emptyDraft : draftOf(details);

/**
 * The initial content of a form. If `attributes` are given, for example by an undo, it is the known
 * values with these attributes. Otherwise it is the stored draft, which for a change has only the
 * edited fields, over the known values. Without a draft it is the known values, except that a clone
 * starts without a name.
 */
export function initialDraft(
  task: StrategyTask,
  details: StrategyDetails | null,
  attributes: StrategyAttributes | null,
  stored: string | null,
): StrategyDraft {
  const known = knownDraft(details);
  if (attributes !== null) return withAttributes(known, attributes);
  const base = task.kind === 'change' ? known : emptyDraft;
  return parseDraft(stored, base) ?? (task.kind === 'clone' ? { ...known, name: '' } : known);
}

const withAttributes = (draft: StrategyDraft, attributes: StrategyAttributes): StrategyDraft => ({
  ...draft,
  ...Object.fromEntries(
    Object.entries(attributes).map(([field, value]) => [
      field,
      typeof value === 'boolean' ? flagText(value) : String(value),
    ]),
  ),
});

/**
 * The fields that the request of a form sets. A change sets those that were edited since the form
 * opened and those of `attributes`. The others may have been changed elsewhere meanwhile.
 */
export function fieldsToSet(
  task: StrategyTask,
  draft: StrategyDraft,
  details: StrategyDetails | null,
  attributes: StrategyAttributes | null,
): readonly AttributeField[] {
  const fields = draftFields[task.kind];
  if (task.kind !== 'change') return fields;
  const known = knownDraft(details);
  return fields.filter((field) => draft[field] !== known[field] || field in (attributes ?? {}));
}

/** The text of a draft to store. */
export const draftText = (draft: StrategyDraft, fields: readonly AttributeField[]): string =>
  JSON.stringify(Object.fromEntries(fields.map((field) => [field, draft[field]])));

type Errors = Partial<Record<AttributeField, string>>;
export type ReadDraft = { readonly request: StrategyRequest | null; readonly errors: Errors };

/** The fields that a new strategy requires. */
const requiredOfNew: readonly AttributeField[] = ['name', 'longDescription', 'startingCapital', 'ownerPersonId'];

/**
 * The request of a form; null while something is missing or wrong. `errors` has the error of each
 * wrong field. `fields`: the fields that the request sets.
 */
export function readDraft(
  task: StrategyTask,
  draft: StrategyDraft,
  fields: readonly AttributeField[],
  sendsAll = false,
): ReadDraft {
  const errors: Errors = {};
  for (const field of fields) {
    const error = fieldError(task.kind, field, draft[field]);
    if (error !== null) errors[field] = error;
  }
  if (Object.keys(errors).length > 0) return { request: null, errors };
  const attributes = attributesOf(fields, draft);
  if (task.kind === 'change')
    return { errors, request: { kind: 'change', systemId: task.systemId, attributes, complete: sendsAll } };
  const strategy = newStrategyOf(draft);
  if (task.kind === 'create') return { errors, request: { kind: 'create', strategy } };
  // The creation itself sets the fields that are left out here.
  const {
    name: _,
    longDescription: __,
    startingCapital: ___,
    ownerPersonId: ____,
    creditSeconds: _____,
    ...rest
  } = attributes;
  return { errors, request: { kind: 'clone', sourceId: task.systemId, strategy, attributes: rest } };
}

function fieldError(kind: TaskKind, field: AttributeField, text: string): string | null {
  const trimmed = text.trim();
  const isNew = kind !== 'change';
  if (trimmed === '' && isNew && requiredOfNew.includes(field)) return 'Needed.';
  if (field === 'ownerPersonId') return trimmed === '' || /^\d{1,20}$/.test(trimmed) ? null : 'Digits only.';
  if (!isBounded(field)) return null;
  const isText = textFields.some((one) => one === field);
  if (trimmed === '' && (!isText || field !== 'name')) return null;
  const { min, max } = attributeBounds[field];
  const size = isText ? Array.from(trimmed).length : wholeNumber(trimmed);
  if (size !== null && size >= min && size <= max) return null;
  return words({ code: 'strategy.bounds', field, unit: isText ? 'characters' : 'number', min, max });
}

const isBounded = (field: AttributeField): field is BoundedAttribute => field in attributeBounds;

/** Reads a whole number with or without commas between groups of three digits. */
export function wholeNumber(text: string): number | null {
  const plain = withoutGroups(text);
  return /^\d{1,12}$/.test(plain) ? Number(plain) : null;
}

function attributesOf(fields: readonly AttributeField[], draft: StrategyDraft): StrategyAttributes {
  const isGiven = (field: AttributeField): boolean => fields.includes(field) && draft[field].trim() !== '';
  const attributes: StrategyAttributes = {};
  for (const field of textFields) if (fields.includes(field)) attributes[field] = draft[field].trim();
  for (const field of wholeNumberFields.filter(isGiven)) attributes[field] = wholeNumber(draft[field].trim()) ?? 0;
  for (const field of flagFields.filter(isGiven)) attributes[field] = draft[field] === 'yes';
  if (isGiven('ownerPersonId')) attributes.ownerPersonId = draft.ownerPersonId.trim();
  return attributes;
}

const newStrategyOf = (draft: StrategyDraft): NewStrategy => ({
  name: draft.name.trim(),
  longDescription: draft.longDescription.trim(),
  startingCapital: wholeNumber(draft.startingCapital.trim()) ?? 0,
  ownerPersonId: draft.ownerPersonId.trim(),
  visible: draft.visible === '' ? null : draft.visible === 'yes',
  creditSeconds: draft.creditSeconds.trim() === '' ? null : wholeNumber(draft.creditSeconds.trim()),
});

/** A stored draft. A member that is missing or not a text gets the value of `base`. */
function parseDraft(text: string | null, base: StrategyDraft): StrategyDraft | null {
  if (text === null || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const stored = new Map<string, unknown>(Object.entries(value));
    const draft: Record<AttributeField, string> = { ...base };
    for (const field of allDraftFields) {
      const one = stored.get(field);
      if (typeof one === 'string') draft[field] = one;
    }
    return draft;
  } catch {
    return null;
  }
}
