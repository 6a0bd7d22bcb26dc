import brokers from '#resources/practice/brokers.json' with { type: 'json' };
import { wordIn } from '#practice/fields.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** One way to trade at a broker, and what it asks of a person who starts there. */
export type BrokerChoice = {
  readonly name: string;
  readonly code: string;
  readonly trades: readonly InstrumentType[];
  readonly shortOptions: boolean;
  readonly manualTrading: boolean;
  readonly onlyOutsideUsa: boolean;
  readonly secondary: boolean;
  readonly simulated: boolean;
  readonly needsPassword: boolean;
  /** Null where the broker says nothing about it. */
  readonly needsAccountNumber: boolean | null;
  readonly needsUserId: boolean | null;
  readonly userIdLabel: string | null;
};

export type BrokerClass = {
  readonly name: string;
  readonly image: string;
  readonly preferred: boolean;
  readonly choices: readonly BrokerChoice[];
};

const TYPES: readonly InstrumentType[] = ['stock', 'option', 'future', 'forex'];

export const BROKER_CLASSES: readonly BrokerClass[] = brokers.classes.map((one) => ({
  ...one,
  choices: one.choices.map((choice) => ({
    ...choice,
    trades: TYPES.filter((type) => choice.trades.includes(type)),
  })),
}));

const CHOICES = BROKER_CLASSES.flatMap((one) => one.choices);

/** By its code, in any case of its letters. */
export function brokerOf(code: string): BrokerChoice | undefined {
  const known = wordIn(
    code,
    CHOICES.map((choice) => choice.code),
  );
  return CHOICES.find((choice) => choice.code === known);
}

/** Where somebody trades who names no broker. */
export function defaultBroker(): BrokerChoice {
  const first = CHOICES[0];
  if (!first) throw new Error('the list of brokers is empty');
  return first;
}
