import { isWhole, parseFixed, type Fixed } from '#rules/decimal.ts';
import { fromNewYork } from '#rules/new-york.ts';
import type { SignalRequest } from '#rules/signal-request.ts';
import type { Action, Duration, InstrumentType } from '#rules/signal.ts';
import type { WireError } from '#core/platform/wire/records.ts';
import type { Catalog } from './catalog.ts';
import { flagOf, givenText, membersOf, textOf, type Fields } from './fields.ts';
import type { Instrument } from './instrument.ts';
import type { Switches } from './switches.ts';

export type Decoded =
  { readonly ok: true; readonly request: SignalRequest } | { readonly ok: false; readonly error: WireError };

const ACTIONS: readonly Action[] = ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'];
const TYPES: readonly InstrumentType[] = ['stock', 'option', 'future', 'forex'];
type PriceName = 'limit' | 'stop' | 'profittarget' | 'stoploss';
const ID = /^[A-Za-z0-9_.:-]{1,64}$/;
const PARK = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d)$/;
const SECOND = 1000;
/** Parents nested in parents; more than this is no order but an attack. */
const MOST_NESTED = 8;

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

  decode(fields: Fields): Decoded {
    try {
      return { ok: true, request: this.#request(fields, 0) };
    } catch (error) {
      if (error instanceof DecodeError) return { ok: false, error: error.error };
      throw error;
    }
  }

  #request(fields: Fields, depth: number): SignalRequest {
    const instrument = this.#instrument(fields);
    // In this order: the error names the first that is wrong.
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
      conditionalUpon: idOf(fields, 'conditionalupon'),
      parent: this.#parent(fields, depth),
      replaces: idOf(fields, 'xreplace'),
      leaveOcaIntact: flagOf(fields, 'leave_oca_intact'),
      ownId: idOf(fields, 'signalid'),
      ocaId: idOf(fields, 'ocaid'),
      forceNoOca: flagOf(fields, 'forcenooca'),
      releaseAt: releaseTime(fields),
      comments: textOf(fields, 'comments').slice(0, 1000),
    };
  }

  #instrument(fields: Fields): Instrument {
    const type = textOf(fields, 'typeofsymbol');
    if (!TYPES.some((known) => known === type)) {
      throw new DecodeError(
        'Unknown typeofsymbol',
        `typeofsymbol required and must be one of these: ${TYPES.join(' ')}`,
      );
    }
    const symbol = textOf(fields, 'symbol').toUpperCase();
    if (symbol === '') throw new DecodeError('Unknown symbol', 'symbol required');
    const instrument = this.#catalog.find(symbol);
    if (!instrument) throw new DecodeError('Unknown symbol', `symbol ${symbol.slice(0, 40)} is not known here`);
    if (instrument.type !== type) {
      throw new DecodeError('Unknown symbol', `symbol ${symbol} is of typeofsymbol ${instrument.type}, not ${type}`);
    }
    const untradable = this.#catalog.untradable(instrument);
    if (untradable === 'ended') throw new DecodeError('Contract ended', `symbol ${symbol} has had its last day`);
    if (untradable) throw new DecodeError('Contract not listed', `symbol ${symbol} is a month that is not listed`);
    return instrument;
  }

  #quantity(fields: Fields, instrument: Instrument): Fixed {
    const quantity = parseFixed(textOf(fields, 'quant'));
    if (quantity === undefined || quantity <= 0n)
      throw new DecodeError('Invalid quant', 'quant must be a number greater than 0');
    const mayBePart = instrument.type === 'stock' && this.#switches.get('fractionalQuantity') === 'accept';
    if (!mayBePart && !isWhole(quantity))
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
    const missing = this.#switches.get('missingDuration');
    if (text === null && missing !== 'refuse') return missing;
    const duration = text?.toUpperCase();
    if (duration === 'DAY' || duration === 'GTC') return duration;
    throw new DecodeError('Unknown duration', 'duration must be one of these: DAY GTC');
  }

  #parent(fields: Fields, depth: number): SignalRequest | null {
    const nested = fields.get('conditionalUponSignal');
    if (nested === undefined || nested === null || nested === '') return null;
    const members = membersOf(nested);
    if (!members)
      throw new DecodeError('Invalid conditionalUponSignal', 'conditionalUponSignal must be a signal object');
    if (depth >= MOST_NESTED)
      throw new DecodeError('Invalid conditionalUponSignal', 'conditionalUponSignal is nested too deeply');
    return this.#request(members, depth + 1);
  }
}

function oneOf<T extends string>(fields: Fields, name: string, known: readonly T[]): T {
  const text = textOf(fields, name).toUpperCase();
  const found = known.find((value) => value === text);
  if (found === undefined)
    throw new DecodeError(`Unknown ${name}`, `${name} required and must be one of these: ${known.join(' ')}`);
  return found;
}

function idOf(fields: Fields, name: string): string | null {
  const text = givenText(fields, name);
  if (text !== null && !ID.test(text))
    throw new DecodeError(`Invalid ${name}`, `${name} must be an id of at most 64 characters`);
  return text;
}

/** Unix seconds, or a New York minute as YYYYMMDDHHMM. */
function releaseTime(fields: Fields): number | null {
  const seconds = givenText(fields, 'parkUntilSecs');
  if (seconds !== null) {
    if (!/^\d{1,11}$/.test(seconds))
      throw new DecodeError('Invalid parkUntilSecs', 'parkUntilSecs must be unix seconds');
    return Number(seconds) * SECOND;
  }
  const minute = givenText(fields, 'parkUntilYYYYMMDDHHMM');
  if (minute === null) return null;
  const match = PARK.exec(minute);
  if (!match) throw new DecodeError('Invalid parkUntilYYYYMMDDHHMM', 'parkUntilYYYYMMDDHHMM must be a New York minute');
  const [year = 0, month = 0, day = 0, hour = 0, at = 0] = match.slice(1).map(Number);
  return fromNewYork({ year, month, day, hour, minute: at, second: 0 }).earliest;
}
