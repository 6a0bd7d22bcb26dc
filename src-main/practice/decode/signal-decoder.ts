import { isWhole, parseFixed, type Fixed } from '#rules/decimal.ts';
import { fromNewYork, parseNewYork, toNewYork } from '#rules/calendar/new-york.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import type { Action, Duration, InstrumentType } from '#rules/order-terms.ts';
import type { WireError } from '#core/platform/wire/records.ts';
import type { Catalog } from '#practice/catalog.ts';
import { SIGNAL_FIELDS } from './command-fields.ts';
import { isExactMembers, type ExactMembers } from './exact-json.ts';
import { readTyped } from './field-reader.ts';
import { findWord, flagOf, givenText, textOf, type Fields } from './fields.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import type { Switches } from '#practice/switches.ts';

export type Decoded =
  { readonly ok: true; readonly request: SignalRequest } | { readonly ok: false; readonly error: WireError };

const ACTIONS: readonly Action[] = ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'];
const TYPES: readonly InstrumentType[] = ['stock', 'option', 'future', 'forex'];
type PriceName = 'limit' | 'stop' | 'profittarget' | 'stoploss';
const MINUTE_TEXT = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d)$/;
const UNIX_TIME = /^\d{1,11}$/;
const SECOND = 1000;
/** The maximum depth of parents within parents. A deeper request is an attack. */
const MAX_PARENTS = 8;

class DecodeError extends Error {
  readonly error: WireError;

  constructor(title: string, message: string) {
    super(title);
    this.error = { title, message };
  }
}

/** Reads the `signal` object of submitSignal. The error names the field. */
export class SignalDecoder {
  readonly #catalog: Catalog;
  readonly #switches: Switches;

  constructor(catalog: Catalog, switches: Switches) {
    this.#catalog = catalog;
    this.#switches = switches;
  }

  decode(members: ExactMembers): Decoded {
    try {
      return { ok: true, request: this.#request(members, 0) };
    } catch (error) {
      if (error instanceof DecodeError) return { ok: false, error: error.error };
      throw error;
    }
  }

  #request(members: ExactMembers, depth: number): SignalRequest {
    const { fields, problems } = readTyped(members, SIGNAL_FIELDS);
    const [problem] = problems;
    if (problem) throw new DecodeError(`Invalid ${problem[0]}`, problem.join(' '));
    const instrument = this.#instrument(fields);
    // Read in this order, because the error names the first price that is wrong.
    const limit = this.#price(fields, 'limit', instrument);
    const stop = this.#price(fields, 'stop', instrument);
    const profitTarget = this.#price(fields, 'profittarget', instrument);
    const stopLoss = this.#price(fields, 'stoploss', instrument);
    return {
      action: oneOf(fields, 'action', ACTIONS),
      quantity: this.#quantity(fields, instrument),
      symbol: instrument.symbol,
      instrument: instrument.type,
      duration: this.#duration(fields),
      market: flagOf(fields, 'market'),
      limit,
      stop,
      profitTarget,
      stopLoss,
      conditionalUpon: givenText(fields, 'conditionalupon'),
      parent: this.#parent(fields, depth),
      replaces: givenText(fields, 'xreplace'),
      leaveOcaIntact: flagOf(fields, 'leave_oca_intact'),
      ownId: givenText(fields, 'signalid'),
      ocaId: givenText(fields, 'ocaid'),
      forceNoOca: flagOf(fields, 'forcenooca'),
      releaseAt: releaseTime(fields),
      comments: textOf(fields, 'comments').slice(0, 1000),
    };
  }

  #instrument(fields: Fields): Instrument {
    const type = findWord(textOf(fields, 'typeofsymbol'), TYPES);
    if (!type) {
      throw new DecodeError(
        'Unknown typeofsymbol',
        `typeofsymbol required and must be one of these: ${TYPES.join(' ')}`,
      );
    }
    const symbol = textOf(fields, 'symbol').toUpperCase();
    if (symbol === '') throw new DecodeError('Unknown symbol', 'symbol required');
    const instrument = this.#catalog.findForOrder(symbol);
    if (!instrument)
      throw new DecodeError('Unknown symbol', `symbol ${symbol.slice(0, 40)} is no ${type} of this market`);
    if (instrument.type !== type) {
      throw new DecodeError('Unknown symbol', `symbol ${symbol} is of typeofsymbol ${instrument.type}, not ${type}`);
    }
    const reason = this.#catalog.untradableReason(instrument);
    if (reason === 'ended') throw new DecodeError('Contract ended', `symbol ${symbol} has had its last day`);
    if (reason) throw new DecodeError('Contract not listed', `symbol ${symbol} is a month that is not listed`);
    return instrument;
  }

  #quantity(fields: Fields, instrument: Instrument): Fixed {
    const quantity = parseFixed(textOf(fields, 'quant'));
    if (quantity === undefined || quantity <= 0n)
      throw new DecodeError('Invalid quant', 'quant must be a number greater than 0');
    const mayBeFraction = instrument.type === 'stock' && this.#switches.get('fractionalQuantity') === 'accept';
    if (!mayBeFraction && !isWhole(quantity))
      throw new DecodeError('Invalid quant', `quant must be a whole number for a ${instrument.type}`);
    return quantity;
  }

  #price(fields: Fields, name: PriceName, instrument: Instrument): Fixed | null {
    const text = givenText(fields, name);
    if (text === null) return null;
    const price = parseFixed(text);
    if (price === undefined || price < 0n)
      throw new DecodeError(`Invalid ${name}`, `${name} must be a price greater than 0`);
    const offTick = this.#switches.get('offTickPrice') === 'refuse' && price % instrument.tick !== 0n;
    if (offTick)
      throw new DecodeError(`Invalid ${name}`, `${name} must be a multiple of the tick of ${instrument.symbol}`);
    return price;
  }

  #duration(fields: Fields): Duration {
    const text = givenText(fields, 'duration');
    const durationIfMissing = this.#switches.get('missingDuration');
    if (text === null && durationIfMissing !== 'refuse') return durationIfMissing;
    const duration = text?.toUpperCase();
    if (duration === 'DAY' || duration === 'GTC') return duration;
    throw new DecodeError('Unknown duration', 'duration must be one of these: DAY GTC');
  }

  #parent(fields: Fields, depth: number): SignalRequest | null {
    const nested = fields.get('conditionalUponSignal');
    if (!isExactMembers(nested)) return null;
    if (depth >= MAX_PARENTS)
      throw new DecodeError('Invalid conditionalUponSignal', 'conditionalUponSignal is nested too deeply');
    return this.#request(nested, depth + 1);
  }
}

function oneOf<T extends string>(fields: Fields, name: string, known: readonly T[]): T {
  const found = findWord(textOf(fields, name), known);
  if (found === undefined)
    throw new DecodeError(`Unknown ${name}`, `${name} required and must be one of these: ${known.join(' ')}`);
  return found;
}

/** In milliseconds, from Unix seconds or from a New York minute as YYYYMMDDHHMM. */
function releaseTime(fields: Fields): number | null {
  const seconds = givenText(fields, 'parkUntilSecs');
  if (seconds !== null) {
    if (!UNIX_TIME.test(seconds)) throw new DecodeError('Invalid parkUntilSecs', 'parkUntilSecs must be unix seconds');
    return Number(seconds) * SECOND;
  }
  const minute = givenText(fields, 'parkUntilYYYYMMDDHHMM');
  if (minute === null) return null;
  const instant = newYorkMinute(minute);
  if (instant !== undefined) return instant;
  throw new DecodeError('Invalid parkUntilYYYYMMDDHHMM', 'parkUntilYYYYMMDDHHMM must be a New York minute that exists');
}

/**
 * In the hour that is repeated in autumn, returns the first of the two times. A minute of the hour
 * that is skipped in spring does not exist.
 */
function newYorkMinute(text: string): number | undefined {
  const match = MINUTE_TEXT.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute] = match;
  const wall = parseNewYork(`${year ?? ''}-${month ?? ''}-${day ?? ''} ${hour ?? ''}:${minute ?? ''}`);
  if (!wall) return undefined;
  const instant = fromNewYork(wall).earliest;
  return toNewYork(instant).hour === wall.hour ? instant : undefined;
}
