import { ONE, type Fixed } from '#rules/decimal.ts';
import type { Link } from '#rules/autotrade/link.ts';
import { toText } from '#practice/store/record-text.ts';
import { ViolatedInvariant } from '#tests/rules/signal-invariants.ts';
import { START } from '#tests/conformance/autotrade-desk.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import type { Members } from '#tests/conformance/service.ts';
import type { LinkLimits, LinkStep } from './mode-step.ts';

/** A text that the service does not contain otherwise. */
const PASSWORD = 'Zq8-canary-Zq8';
const isOk = (answer: Members): boolean => answer['ok'] === '1' || answer['ok'] === 1;
const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/**
 * Plays the AutoTrade steps and checks the links of the person against order-safety 6.4: A1 to A3.
 */
export class LinksPlayer {
  readonly #service: InProcess;
  /** The settings of every link after the last accepted request, even if its answer was lost. */
  #confirmed = new Map<string, string>();

  constructor(service: InProcess) {
    this.#service = service;
    this.#remember();
  }

  /** One arrival of the request; true if it was accepted. */
  arrive(step: LinkStep): boolean {
    const before = this.#linksText();
    const answer = this.#send(step);
    if (JSON.stringify(answer).includes(PASSWORD) && (isOk(answer) || !this.#repeatsPassword()))
      throw new ViolatedInvariant('A1', 'an answer holds the password');
    if (!isOk(answer)) {
      if (this.#linksText() !== before) throw new ViolatedInvariant('A2', `a refused ${step.kind} has changed a link`);
      return false;
    }
    if (step.kind === 'startLink' && step.omits !== null)
      throw new ViolatedInvariant('A3', `started without ${step.omits}`);
    if (step.kind !== 'stopLink') this.#checkTaken(step.limits);
    this.#remember();
    return true;
  }

  /**
   * A2: confirmed settings apply until others are confirmed. If new settings act at once, no copy
   * exceeds them.
   */
  check(alwaysOpen: boolean): void {
    for (const link of this.#links()) {
      if (this.#confirmed.get(link.guid) !== toText(link.settings))
        throw new ViolatedInvariant('A2', `the settings of ${link.guid} are others than were confirmed`);
      if (alwaysOpen && this.#service.services.switches.get('autoTradeSettings') === 'atOnce') checkLimits(link);
    }
  }

  /** A1: the password is nowhere in the database. */
  checkSecret(): void {
    if (this.#service.contains(PASSWORD)) throw new ViolatedInvariant('A1', 'the database holds the password');
  }

  /** True if the switch lets refusals repeat the password. Nothing else may repeat it. */
  #repeatsPassword(): boolean {
    return this.#service.services.switches.get('autoTradeRefusal') === 'repeatsPassword';
  }

  #send(step: LinkStep): Members {
    switch (step.kind) {
      case 'startLink': {
        const { limits, join, omits } = step;
        const fields = { ...START, ...withoutNulls(limits), join_trades_in_progress: join, broker_password: PASSWORD };
        const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== omits));
        return this.#service.call('startAutoTrade', kept);
      }
      case 'changeLink':
        return this.#service.call('changeAutoTrade', withoutNulls(step.limits));
      case 'stopLink':
        return this.#service.call('stopAutoTrade', { leavePositionsAndOrdersUntouched: step.leave });
    }
  }

  /** The settings of a live link have the limits of the request. */
  #checkTaken(limits: LinkLimits): void {
    const hasLimits = (link: Link): boolean => {
      const { scalingPercentage, maxUnits, maxDollarsStocks, enabled, allowShortOptions } = link.settings;
      const pairs: readonly (readonly [number | null, Fixed | null])[] = [
        [limits.max_units_futures, maxUnits.future],
        [limits.max_units_forex, maxUnits.forex],
        [limits.max_units_options, maxUnits.option],
        [limits.max_dollars_stocks, maxDollarsStocks],
      ];
      const scalingAgrees = limits.scalingPercentage === null || scalingPercentage === BigInt(limits.scalingPercentage);
      const flags: readonly (readonly [0 | 1 | null, boolean])[] = [
        [limits.enable_stocks, enabled.stock],
        [limits.enable_futures, enabled.future],
        [limits.allow_short_options, allowShortOptions],
      ];
      return (
        scalingAgrees &&
        pairs.every(([asked, has]) => asked === null || has === BigInt(asked) * ONE) &&
        flags.every(([asked, has]) => asked === null || has === (asked === 1))
      );
    };
    if (!this.#links().some((link) => link.state === 'live' && hasLimits(link)))
      throw new ViolatedInvariant('A2', `no live link has ${JSON.stringify(limits)}`);
  }

  #links(): readonly Link[] {
    return this.#service.services.engine.autoTrader.links.all();
  }

  #linksText(): string {
    return this.#links()
      .map((link) => toText(link))
      .join();
  }

  #remember(): void {
    this.#confirmed = new Map(this.#links().map((link) => [link.guid, toText(link.settings)]));
  }
}

const size = (value: Fixed): Fixed => (value < 0n ? -value : value);

/**
 * Dollar limits are checked only at a fill, so prices may carry a position beyond them. Limits in
 * units, the enabled types and the permission for short options always apply.
 */
function checkLimits({ guid, state, settings, account }: Link): void {
  if (state !== 'live') return;
  for (const { symbol, instrument, copied } of account.positions) {
    const { quantity } = copied;
    const limit = instrument === 'stock' ? null : settings.maxUnits[instrument];
    const isForbiddenShort = instrument === 'option' && quantity < 0n && !settings.allowShortOptions;
    if (
      isForbiddenShort ||
      (!settings.enabled[instrument] && quantity !== 0n) ||
      (limit !== null && size(quantity) > limit)
    )
      throw new ViolatedInvariant('A2', `${guid} holds ${String(quantity)} of ${symbol} beyond its limits`);
  }
}
