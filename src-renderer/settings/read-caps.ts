import { limits } from '#contract/limits.ts';
import type { RiskCaps } from '#contract/model/risk.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';

/** A field of the form of order limits (caps), for example `perDay.value`. */
export type CapField =
  | 'perOrder.quantity'
  | 'perOrder.value'
  | 'perDay.count'
  | 'perDay.quantity'
  | 'perDay.value'
  | 'perMinute.count'
  | 'perMinute.quantity'
  | 'perMinute.value'
  | 'deletesPerRun';

export type TypedCaps = Readonly<Record<CapField, string>>;

/** `caps` is null while a field is invalid. `errors` has the reasons. */
export function readCaps(typed: TypedCaps): {
  readonly caps: RiskCaps | null;
  readonly errors: ReadonlyMap<string, string>;
} {
  const errors = new Map<string, string>();
  const readField = (field: CapField, kind: 'count' | 'money' | 'quantity'): string | null => {
    const read = kind === 'money' ? readDecimal(typed[field]) : readQuantity(typed[field]);
    if (read.state === 'refused') errors.set(field, read.reason);
    if (read.state !== 'read') return null;
    const fault = kind === 'money' ? moneyFault(read.value) : kind === 'count' ? countFault(read.value) : null;
    if (fault !== null) errors.set(field, fault);
    return fault === null ? read.value : null;
  };
  const readCount = (field: CapField): number | null => {
    const text = readField(field, 'count');
    return text === null ? null : Number(text);
  };
  const capsOf = (period: 'perDay' | 'perMinute'): RiskCaps['perDay'] => ({
    count: readCount(`${period}.count`),
    quantity: readField(`${period}.quantity`, 'quantity'),
    value: readField(`${period}.value`, 'money'),
  });
  const perOrder = {
    quantity: readField('perOrder.quantity', 'quantity'),
    value: readField('perOrder.value', 'money'),
  };
  const deletesText = readField('deletesPerRun', 'quantity');
  const deletesPerRun = deletesText === null ? null : Number(deletesText);
  if (deletesPerRun !== null && (deletesPerRun < 1 || deletesPerRun > limits.stagedChanges))
    errors.set('deletesPerRun', `1 to ${limits.stagedChanges}, or blank for ${limits.deletesPerRun}.`);
  const caps = {
    ...(deletesPerRun !== null && { deletesPerRun }),
    ...{ perOrder, perDay: capsOf('perDay'), perMinute: capsOf('perMinute') },
  };
  return { caps: errors.size > 0 ? null : caps, errors };
}

const moneyFault = (value: string): string | null => {
  if (!/[1-9]/.test(value)) return 'An amount above zero, or blank for no limit.';
  if (/^[0-9]{16}/.test(value)) return 'Too large.';
  return /^[0-9]{1,15}([.][0-9]{1,2})?$/.test(value) ? null : 'Dollars and cents only.';
};

const countFault = (value: string): string | null => (Number(value) > 1_000_000 ? 'At most a million orders.' : null);
