import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { BracketUnit } from '#renderer/stores/bracket-template.ts';

export type Side = 'stop' | 'target';
/** A unit, or `none`: this side is left out. */
export type TypedUnit = BracketUnit | 'none';
export type TypedTemplate = {
  readonly id: string;
  readonly name: string;
  readonly stop: { readonly unit: TypedUnit; readonly amount: string };
  readonly target: { readonly unit: TypedUnit; readonly amount: string };
};

/** What is wrong as typed, by template id and field. */
export const templateFaults = (all: readonly TypedTemplate[]): ReadonlyMap<string, string> =>
  new Map(all.flatMap((one) => faultsOf(one, all)));

function faultsOf(one: TypedTemplate, all: readonly TypedTemplate[]): (readonly [string, string])[] {
  const faults: (readonly [string, string])[] = [];
  const name = one.name.trim();
  if (name === '') faults.push([`${one.id} name`, 'A name.']);
  else if (all.some(({ id, name: other }) => id !== one.id && other.trim() === name))
    faults.push([`${one.id} name`, 'Another one has this name.']);
  for (const side of ['stop', 'target'] as const) {
    const fault = amountFault(one, side);
    if (fault !== null) faults.push([`${one.id} ${side}`, fault]);
  }
  return faults;
}

function amountFault(one: TypedTemplate, side: Side): string | null {
  const { unit, amount } = one[side];
  if (unit === 'none') {
    const bare = side === 'stop' && one.target.unit === 'none';
    return bare ? 'A bracket has a stop or a target.' : null;
  }
  if (unit === 'r' && one.stop.unit === 'none') return 'R is measured by the stop.';
  const read = readDecimal(amount);
  if (read.state === 'blank') return 'How far?';
  if (read.state === 'refused') return read.reason;
  if (!/^(?=.*[1-9])[0-9]{1,9}([.][0-9]{1,9})?$/.test(read.value)) return 'More than zero, and not that many digits.';
  return unit === 'ticks' && read.value.includes('.') ? 'Whole ticks.' : null;
}
