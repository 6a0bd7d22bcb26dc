import { asPlatform } from './empty-system.ts';
import { asList, asMembers, BUY, type Members, type TestService } from './service.ts';

/** The required members of startAutoTrade, without any optional member. */
export const START = {
  scalingPercentage: 100,
  allow_short_options: 1,
  ignore_manual_trades_in_account: 1,
  join_trades_in_progress: 1,
  broker_accountnum: 'U123456',
  broker_userid: 'trader',
  broker_password: 'pass-word',
} as const;

/**
 * Sends the orders and AutoTrade commands of one strategy, and reads its links from the control
 * interface of the practice service.
 */
export class AutoTradeDesk {
  readonly #service: TestService;
  readonly systemid: string;

  constructor(service: TestService, systemid: string) {
    this.#service = service;
    this.systemid = systemid;
  }

  start(fields: object = {}): Promise<Members> {
    return this.call('startAutoTrade', { ...START, ...fields });
  }

  change(fields: object = {}): Promise<Members> {
    return this.call('changeAutoTrade', fields);
  }

  stop(leave: unknown, fields: object = {}): Promise<Members> {
    return this.call('stopAutoTrade', { leavePositionsAndOrdersUntouched: leave, ...fields });
  }

  call(command: string, fields: object): Promise<Members> {
    return this.#service.call(command, { systemid: this.systemid, ...fields });
  }

  callOnPlatform(command: string, fields: object): Promise<Members> {
    return asPlatform(this.#service, command, { systemid: this.systemid, ...fields });
  }

  /** Enters a market order of the strategy and advances the clock, so that it is filled. */
  async trade(action: string, quant: number, symbol = 'KO', typeofsymbol = 'stock'): Promise<void> {
    await this.order(action, quant, symbol, typeofsymbol);
    await this.#service.advance(1);
  }

  async order(action: string, quant: number, symbol = 'KO', typeofsymbol = 'stock'): Promise<void> {
    const signal = { ...BUY, action, quant, symbol, typeofsymbol };
    const answer = await this.#service.call('submitSignal', { systemid: this.systemid, signal });
    if (answer['ok'] !== '1') throw new Error(JSON.stringify(answer));
  }

  /** The accounts of this strategy, in the order of their first start. */
  async accounts(): Promise<readonly Members[]> {
    const all = asList((await this.#service.control('GET', '/practice/brokers'))['accounts']);
    return all.filter((one) => one['systemid'] === this.systemid);
  }

  async account(): Promise<Members> {
    const [only, ...more] = await this.accounts();
    if (!only || more.length > 0) throw new Error('not exactly one account');
    return only;
  }

  /** Each position as 'KO 100', or as 'KO 100 + 4' if 4 more units were traded by hand. */
  async positions(): Promise<string[]> {
    return asList((await this.account())['positions']).map((one) => {
      const byHand = one['manual'] === '0' ? '' : ` + ${String(one['manual'])}`;
      return `${String(one['symbol'])} ${String(one['copied'])}${byHand}`;
    });
  }

  async tradeByHand(symbol: string, quantity: unknown): Promise<Members> {
    const guid = (await this.account())['broker_account_guid'];
    return this.#service.control('POST', '/practice/broker-trade', { broker_account_guid: guid, symbol, quantity });
  }
}

export function guidOf(answer: Members): unknown {
  return asMembers(answer['success'])['broker_account_guid'];
}

export function untouchedPositionsOf(answer: Members): readonly Members[] {
  return asList(asMembers(asMembers(answer['success'])['status'])['visiblePositionsLeftUntouched']);
}
