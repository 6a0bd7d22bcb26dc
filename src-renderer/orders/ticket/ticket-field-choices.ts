import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';
import { actionWords } from '#renderer/format/action-words.ts';

type Choices<Value extends string> = readonly { readonly value: Value; readonly label: string }[];

const actions: readonly Action[] = ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'];

/** The choices of each select field of the ticket, with their labels. */
export const ticketFieldChoices = {
  action: actions.map((value) => ({ value, label: `${actionWords[value]} (${value})` })),
  instrument: [
    { value: 'stock', label: 'Stock' },
    { value: 'option', label: 'Option' },
    { value: 'future', label: 'Future' },
    { value: 'forex', label: 'Forex' },
  ] satisfies Choices<Instrument>,
  kind: [
    { value: 'market', label: 'Market' },
    { value: 'limit', label: 'Limit' },
    { value: 'stop', label: 'Stop' },
  ] satisfies Choices<OrderKind>,
  duration: [
    { value: 'DAY', label: 'DAY' },
    { value: 'GTC', label: 'GTC' },
  ] satisfies Choices<Duration>,
} as const;
