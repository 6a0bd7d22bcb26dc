import type { Instrument } from '#practice/instruments/instrument.ts';
import { ViolatedInvariant } from '#tests/rules/signal-invariants.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import type { Members } from '#tests/conformance/service.ts';
import type { DesiredStep } from './mode-step.ts';

type Parts = {
  readonly service: InProcess;
  readonly instrument: (at: number) => Instrument;
  /** Reads the book again. True if it changed since it was last read. */
  readonly bookChanged: () => boolean;
};

const MALFORMED: readonly DesiredStep['target'][] = ['stopBesideAList', 'flatWithAQuantity', 'emptyList'];
const isOk = (answer: Members): boolean => answer['ok'] === '1' || answer['ok'] === 1;

/**
 * Plays the setDesiredPositions steps and checks the mode of the strategy against order-safety 6.3:
 * D1, D2 and D5. The check of D3 uses `maintains`.
 */
export class DesiredPlayer {
  readonly #parts: Parts;
  /** The answer to the last accepted list. */
  #lastAccepted: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lastAccepted = this.#readBack();
  }

  get maintains(): boolean {
    const { services, systemId } = this.#parts.service;
    return services.engine.desired.mode(systemId).state === 'maintaining';
  }

  /**
   * One arrival of the request; true if it was accepted.
   * @param isRepeat whether the same request was accepted just before
   */
  arrive(step: DesiredStep, isRepeat: boolean): boolean {
    const maintainedBefore = this.maintains;
    const answer = this.#parts.service.call('setDesiredPositions', { positions: this.#positions(step) });
    const changed = this.#parts.bookChanged();
    if (!isOk(answer)) {
      if (changed || maintainedBefore !== this.maintains)
        throw new ViolatedInvariant('D2', 'a refused list has changed something');
      return false;
    }
    if (MALFORMED.includes(step.target)) throw new ViolatedInvariant('D1', `${step.target} was taken`);
    if (this.maintains !== (step.target !== 'stop'))
      throw new ViolatedInvariant('D2', `the mode after ${step.target} is wrong`);
    const acceptedList = JSON.stringify(answer['response']);
    if (isRepeat && (changed || acceptedList !== this.#lastAccepted))
      throw new ViolatedInvariant('D5', 'the same list again has changed something');
    this.#lastAccepted = acceptedList;
    this.check();
    return true;
  }

  /** D2: the last accepted list is read back, in every mode. */
  check(): void {
    const listNow = this.#readBack();
    if (listNow !== this.#lastAccepted)
      throw new ViolatedInvariant('D2', `${listNow} is read back, ${this.#lastAccepted} was taken last`);
  }

  #readBack(): string {
    return JSON.stringify(this.#parts.service.call('getDesiredPositions')['response']);
  }

  #positions({ target, lines }: DesiredStep): object[] {
    const special = (name: string, quant: number): object => ({ symbol: name, typeofsymbol: name, quant });
    const list = lines.map(({ instrument, quant }) => {
      const { symbol, type } = this.#parts.instrument(instrument);
      return { symbol, typeofsymbol: type, quant };
    });
    switch (target) {
      case 'list':
        return list;
      case 'flat':
      case 'stop':
        return [special(target, 0)];
      case 'stopBesideAList':
        return [...list, special('stop', 0)];
      case 'flatWithAQuantity':
        return [special('flat', 1)];
      case 'emptyList':
        return [];
    }
  }
}
