import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { BracketUnit } from '#renderer/stores/bracket-template.ts';

export type BracketLeg = 'stop' | 'target';
/** A unit, or `none` if the leg is left out. */
export type TypedUnit = BracketUnit | 'none';
export type TypedTemplate = {
  readonly id: string;
  readonly name: string;
  readonly stop: { readonly unit: TypedUnit; readonly amount: string };
  readonly target: { readonly unit: TypedUnit; readonly amount: string };
};

/** The errors of the typed templates, by template id and field. */
export const templateFaults = (templates: readonly TypedTemplate[]): ReadonlyMap<string, string> =>
  new Map(templates.flatMap((template) => faultsOf(template, templates)));

function faultsOf(template: TypedTemplate, templates: readonly TypedTemplate[]): (readonly [string, string])[] {
  const faults: (readonly [string, string])[] = [];
  const name = template.name.trim();
  if (name === '') faults.push([`${template.id} name`, 'Type a name.']);
  else if (templates.some((other) => other.id !== template.id && other.name.trim() === name))
    faults.push([`${template.id} name`, 'Another template has this name.']);
  for (const leg of ['stop', 'target'] as const) {
    const fault = amountFault(template, leg);
    if (fault !== null) faults.push([`${template.id} ${leg}`, fault]);
  }
  return faults;
}

function amountFault(template: TypedTemplate, leg: BracketLeg): string | null {
  const { unit, amount } = template[leg];
  if (unit === 'none') {
    const isEmpty = leg === 'stop' && template.target.unit === 'none';
    return isEmpty ? 'A bracket needs a stop or a target.' : null;
  }
  if (unit === 'r' && template.stop.unit === 'none') return 'R needs a stop.';
  const read = readDecimal(amount);
  if (read.state === 'blank') return 'Type a distance.';
  if (read.state === 'refused') return read.reason;
  if (!/^(?=.*[1-9])[0-9]{1,9}([.][0-9]{1,9})?$/.test(read.value))
    return 'Must be above zero, with at most 9 digits on each side of the point.';
  return unit === 'ticks' && read.value.includes('.') ? 'Whole ticks.' : null;
}
