import brokers from '#resources/practice/brokers.json' with { type: 'json' };
import { findWord } from '#practice/decode/fields.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** One way to trade at a broker, and what it requires when AutoTrade is started. */
export type BrokerChoice = {
  readonly name: string;
  readonly code: string;
  readonly trades: readonly InstrumentType[];
  readonly shortOptions: boolean;
  readonly manualTrading: boolean;
  readonly onlyOutsideUsa: boolean;
  /** Whether the choice is available only if the request names its code. */
  readonly secondary: boolean;
  readonly simulated: boolean;
  readonly needsPassword: boolean;
  /** Null if the broker does not say. */
  readonly needsAccountNumber: boolean | null;
  readonly needsUserId: boolean | null;
  readonly userIdLabel: string | null;
};

/** A broker with its choices. */
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

/** The broker choice with this code, in upper or lower case. */
export function brokerOf(code: string): BrokerChoice | undefined {
  const known = findWord(
    code,
    CHOICES.map((choice) => choice.code),
  );
  return CHOICES.find((choice) => choice.code === known);
}

/** The choice of a startAutoTrade request without `brokercode`. */
export function defaultBroker(): BrokerChoice {
  const first = CHOICES[0];
  if (!first) throw new Error('the list of brokers is empty');
  return first;
}
