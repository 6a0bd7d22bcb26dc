import type { Instrument } from '#contract/model/scalars.ts';
import { standardTemplate, type BracketDistance, type BracketTemplate } from './bracket-template.ts';

export type Sizes = Readonly<Record<Instrument, readonly string[]>>;

export const defaultSizes: Sizes = {
  stock: ['50', '100', '200', '500', '1000'],
  option: ['1', '2', '5', '10', '20'],
  future: ['1', '2', '3', '5', '10'],
  forex: ['1', '2', '5', '10', '20'],
};

export const defaultTemplates: readonly BracketTemplate[] = [
  standardTemplate,
  { id: 'tight', name: 'Tight', stop: { unit: 'percent', amount: '0.5' }, target: { unit: 'r', amount: '3' } },
  { id: 'stop-only', name: 'Stop only', stop: { unit: 'percent', amount: '3' }, target: null },
];

/** Sizes stored by an earlier run. Invalid lists get their default. */
export function parseSizes(text: string | null): Sizes {
  const stored = asRecord(parse(text));
  const sizesOf = (instrument: Instrument): readonly string[] => {
    const list = stored[instrument];
    const isValid =
      Array.isArray(list) && list.length === 5 && list.every((one) => typeof one === 'string' && isSize(one));
    return isValid ? list.map(String) : defaultSizes[instrument];
  };
  return { stock: sizesOf('stock'), option: sizesOf('option'), future: sizesOf('future'), forex: sizesOf('forex') };
}

/** Templates stored by an earlier run, or the defaults if none can be read. */
export function parseTemplates(text: string | null): readonly BracketTemplate[] {
  const stored = parse(text);
  const read = Array.isArray(stored)
    ? stored
        .slice(0, 50)
        .map(readTemplate)
        .filter((one) => one !== null)
    : [];
  return read.length === 0 ? defaultTemplates : read;
}

function readTemplate(value: unknown): BracketTemplate | null {
  const { id, name, stop, target } = asRecord(value);
  if (typeof id !== 'string' || typeof name !== 'string' || name.trim() === '') return null;
  const parts = { stop: readDistance(stop), target: readDistance(target) };
  // A template whose stop cannot be read must not become a template without a stop.
  if (parts.stop === null && stop !== null) return null;
  if (parts.stop?.unit === 'r' || (parts.stop === null && parts.target === null)) return null;
  return { id: id.slice(0, 60), name: name.slice(0, 40), ...parts };
}

function readDistance(value: unknown): BracketDistance | null {
  const { unit, amount } = asRecord(value);
  const known = (['ticks', 'percent', 'money', 'r'] as const).find((one) => one === unit);
  return known === undefined || typeof amount !== 'string' || !isAmount(amount) ? null : { unit: known, amount };
}

export const isSize = (text: string): boolean => /^[1-9][0-9]{0,9}$/.test(text);

const isAmount = (text: string): boolean => /^(?=.*[1-9])[0-9]{1,9}([.][0-9]{1,9})?$/.test(text);

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
