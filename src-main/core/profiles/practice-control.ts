import got, { type Got } from 'got';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Message } from '#contract/message.ts';
import { Instrument } from '#contract/model/scalars.ts';
import type { PracticeMarket, PracticeState } from '#contract/model/practice.ts';
import type { Clock, PracticeAccess } from '#core/ports.ts';

const pollMs = 1_000;
const timeoutMs = 3_000;

/** `GET /practice/state`: the members used here (docs/practice.md). */
const StateAnswer = Type.Object({
  clock: Type.Object({
    kind: Type.Union([Type.Literal('real'), Type.Literal('manual')]),
    unixMilliseconds: Type.Number(),
  }),
  instruments: Type.Array(
    Type.Object({
      symbol: Type.String(),
      description: Type.String(),
      type: Instrument,
      price: Type.String(),
      dayOpen: Type.String(),
      tick: Type.String(),
      pointValue: Type.String(),
      invented: Type.Boolean(),
    }),
  ),
});
const stateAnswer = Compile(StateAnswer);

/** `POST /practice/rehearsal`. */
const RehearsalAnswer = Type.Object({
  systemid: Type.String(),
  refusedSignals: Type.Integer(),
  prices: Type.Array(Type.Object({ symbol: Type.String(), price: Type.String(), set: Type.Boolean() })),
});
const rehearsalAnswer = Compile(RehearsalAnswer);

/** A strategy for a rehearsal: what it holds, its working orders, and prices of symbols. */
export type RehearsalState = {
  readonly positions: readonly object[];
  readonly signals: readonly object[];
  /** A null price stands for the price that the symbol has on practice. */
  readonly prices: readonly { readonly symbol: string; readonly price: string | null }[];
};

/** `set`: true if practice took the given price, false if it kept the price that it had. */
export type RehearsalPrice = { readonly symbol: string; readonly price: string; readonly set: boolean };

type Refusal = { readonly ok: false; readonly code: 'unreachable' | 'refused'; readonly message: Message };
type RehearsalOutcome =
  | {
      readonly ok: true;
      readonly value: {
        readonly systemId: string;
        readonly prices: readonly RehearsalPrice[];
        /** Number of the orders that practice refused. */
        readonly refusedSignals: number;
      };
    }
  | Refusal;

export type ControlOutcome = { readonly ok: true } | Refusal;

/**
 * The controls of the practice service, which are not part of the platform's API: prices, a manual
 * clock and the strategy for rehearsals. Reads the state of the service once a second while a
 * window shows the panel.
 */
export class PracticeControl {
  readonly #clock: Clock;
  readonly #http: Got | null;
  readonly #changed: () => void;
  readonly #notStartedReason: Message | null;
  #state: PracticeState;
  #watchers = 0;
  #cancelNextPoll: () => void = () => undefined;

  constructor(clock: Clock, access: PracticeAccess | { readonly failure: string }, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
    this.#http =
      'failure' in access
        ? null
        : got.extend({
            prefixUrl: `${access.baseUrl}/practice`,
            headers: { authorization: `Bearer ${access.controlToken}` },
            retry: { limit: 0 },
            followRedirect: false,
            timeout: { request: timeoutMs },
          });
    this.#notStartedReason = 'failure' in access ? { code: 'practice.not-started', reason: access.failure } : null;
    this.#state = { market: null, failure: this.#notStartedReason };
  }

  state(): PracticeState {
    return this.#state;
  }

  /** Starts polling. Returns a function that stops it. */
  watch(): () => void {
    if (this.#watchers++ === 0) void this.#poll();
    return () => {
      if (--this.#watchers === 0) this.#cancelNextPoll();
    };
  }

  async setPrice(symbol: string, price: string): Promise<ControlOutcome> {
    return await this.#post('market', { symbol, price });
  }

  async advance(seconds: number): Promise<ControlOutcome> {
    return await this.#post('clock', { advanceSeconds: seconds });
  }

  /** Gives the strategy for rehearsals these positions, orders and prices. */
  async setRehearsal({ positions, signals, prices: wantedPrices }: RehearsalState): Promise<RehearsalOutcome> {
    const requestedPrices = wantedPrices.map(({ symbol, price }) => ({ symbol, ...(price === null ? {} : { price }) }));
    const answer = await this.#send('rehearsal', { positions, signals, prices: requestedPrices });
    if (!answer.ok) return answer;
    const { body } = answer;
    if (!rehearsalAnswer.Check(body) || body.prices.length !== requestedPrices.length)
      return { ok: false, code: 'refused', message: { code: 'practice.bad-state' } };
    const { prices, refusedSignals, systemid: systemId } = body;
    return { ok: true, value: { systemId, refusedSignals, prices } };
  }

  async #poll(): Promise<void> {
    await this.#read();
    this.#cancelNextPoll();
    if (this.#watchers > 0) this.#cancelNextPoll = this.#clock.after(pollMs, () => void this.#poll());
  }

  async #read(): Promise<void> {
    if (!this.#http) return;
    try {
      const answer: unknown = await this.#http.get('state').json();
      this.#show(
        stateAnswer.Check(answer)
          ? { market: marketOf(answer), failure: null }
          : { ...this.#state, failure: { code: 'practice.bad-state' } },
      );
    } catch {
      this.#show({ ...this.#state, failure: { code: 'practice.no-answer' } });
    }
  }

  #show(state: PracticeState): void {
    this.#state = state;
    this.#changed();
  }

  async #post(path: string, json: Record<string, string | number>): Promise<ControlOutcome> {
    const answer = await this.#send(path, json);
    if (!answer.ok) return answer;
    await this.#read();
    return { ok: true };
  }

  async #send(path: string, json: object): Promise<{ readonly ok: true; readonly body: unknown } | Refusal> {
    if (this.#http === null)
      return { ok: false, code: 'unreachable', message: this.#notStartedReason ?? { code: 'practice.no-answer' } };
    try {
      const answer = await this.#http.post<unknown>(path, { json, responseType: 'json', throwHttpErrors: false });
      if (answer.statusCode >= 400) return { ok: false, code: 'refused', message: { code: 'practice.refused' } };
      return { ok: true, body: answer.body };
    } catch {
      return { ok: false, code: 'unreachable', message: { code: 'practice.outcome-unknown' } };
    }
  }
}

function marketOf(answer: Type.Static<typeof StateAnswer>): PracticeMarket {
  return {
    clock: { mode: answer.clock.kind, now: Math.floor(answer.clock.unixMilliseconds / 1000) },
    instruments: answer.instruments.map(
      ({ symbol, description, type, price, dayOpen, tick, pointValue, invented }) => ({
        symbol,
        description,
        instrument: type,
        price,
        dayOpen,
        tick,
        pointValue,
        invented,
      }),
    ),
  };
}
