import type { Envelope } from '#practice/envelope.ts';
import { Random } from '#practice/market/random.ts';

export const FAULT_KINDS = [
  'dropBefore',
  'dropAfter',
  'cutBody',
  'delay',
  'garbage',
  'html',
  'throttle',
  'http5xx',
  'wrongOk',
  'hang',
  'answerTwice',
  'hugeAnswer',
  'gzipBomb',
  'lostFields',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type FaultRule = {
  readonly kind: FaultKind;
  /** The command that the fault applies to; null for every command. */
  readonly command: string | null;
  /** How many more requests get the fault; null for no limit. */
  readonly count: number | null;
  readonly probability: number;
  /** For `delay`. */
  readonly ms: number;
  /** For `hugeAnswer` and `gzipBomb`: the size of the answer, unpacked. */
  readonly bytes: number;
  /** Whether the command is executed before the faulty answer; `delay` always executes it. */
  readonly processed: boolean;
};

export type FaultInput = { readonly [K in keyof FaultRule]?: unknown };

/** Kinds for which `processed` is true by default. */
const PROCESSED_BY_DEFAULT: readonly FaultKind[] = [
  'dropAfter',
  'cutBody',
  'delay',
  'wrongOk',
  'answerTwice',
  'hugeAnswer',
  'gzipBomb',
  'lostFields',
];

const DEFAULT_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 4 * 1024 * 1024 * 1024;
const SHARE_LOST = 0.5;

/**
 * Faults to inject, in the order in which they were set. A request gets the first one that matches.
 */
export class Faults {
  #rules: FaultRule[] = [];
  #random: Random;

  constructor(seed: string) {
    this.#random = new Random(seed);
  }

  add(rule: FaultRule): void {
    this.#rules.push(rule);
  }

  clear(): void {
    this.#rules = [];
  }

  reseed(seed: string): void {
    this.#random = new Random(seed);
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** The fault of this request, if any. Lowers the remaining count of that fault. */
  take(command: string): FaultRule | undefined {
    const found = this.#rules.find((rule) => this.#matches(rule, command));
    if (typeof found?.count !== 'number') return found;
    const count = found.count - 1;
    this.#rules = this.#rules.flatMap((rule) => (rule !== found ? [rule] : count > 0 ? [{ ...rule, count }] : []));
    return found;
  }

  /** Bytes that are not JSON. */
  garbage(): Buffer {
    return Buffer.from(Array.from({ length: 200 }, () => this.#random.whole(0, 255)));
  }

  /** Removes about half of the members at every depth, and at least one at the top. */
  withLosses(envelope: Envelope): Envelope {
    const names = Object.keys(envelope);
    const removedName = names.length === 0 ? undefined : this.#random.pick(names);
    const kept = Object.entries(envelope).filter(([name]) => name !== removedName && !this.#random.chance(SHARE_LOST));
    return Object.fromEntries(kept.map(([name, value]) => [name, this.#lessOf(value)]));
  }

  #lessOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => this.#lessOf(one));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(() => !this.#random.chance(SHARE_LOST));
    return Object.fromEntries(kept.map(([name, one]) => [name, this.#lessOf(one)]));
  }

  #matches(rule: FaultRule, command: string): boolean {
    return (
      (rule.command === null || rule.command === command) &&
      (rule.probability >= 1 || this.#random.chance(rule.probability))
    );
  }
}

/** The rule, or the reason why the input is invalid. */
export function readFault(input: FaultInput): FaultRule | string {
  const kind = FAULT_KINDS.find((known) => known === input.kind);
  if (!kind) return `kind must be one of ${FAULT_KINDS.join(', ')}`;
  const {
    command = null,
    count = null,
    probability = 1,
    ms = 1000,
    bytes = DEFAULT_BYTES,
    processed = PROCESSED_BY_DEFAULT.includes(kind),
  } = input;
  if (command !== null && typeof command !== 'string') return 'command must be the name of a command';
  if (count !== null && (typeof count !== 'number' || !Number.isInteger(count) || count < 1))
    return 'count must be a whole number from 1';
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1))
    return 'probability must be from 0 to 1';
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= 600_000)) return 'ms must be from 0 to 600000';
  if (typeof bytes !== 'number' || !(bytes >= 1 && bytes <= MAX_BYTES)) return `bytes must be from 1 to ${MAX_BYTES}`;
  if (typeof processed !== 'boolean') return 'processed must be true or false';
  return { kind, command, count, probability, ms, bytes, processed };
}
