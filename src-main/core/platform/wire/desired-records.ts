import type { WireOptionalText, WireInstrumentType } from './records.ts';

/**
 * One element of `positions` as it is stored and read back. The last four members are null unless
 * the instrument is an option.
 */
export type WireDesiredPosition = {
  symbol: string;
  typeofsymbol: WireInstrumentType | 'flat' | 'stop';
  /** With its sign; '0' means no position. */
  quant: string;
  underlying: WireOptionalText;
  strike: WireOptionalText;
  putcall: WireOptionalText;
  expir: WireOptionalText;
};
