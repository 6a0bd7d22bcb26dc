import { asMembers, text, type Members, type TestService } from './service.ts';

/** Creates a strategy without history for the owner of the world API key. Returns its id. */
export async function emptySystem(service: TestService): Promise<string> {
  const answer = await service.call('createNewSystem', {
    name: 'Empty',
    longDescription: 'Nothing yet',
    startingcapital: 100_000,
    ownerpersonid: service.ready.world.personid,
  });
  return text(asMembers(answer['success']), 'NewSystemID');
}

/** Position sizes by symbol, with their sign. */
export async function holdings(service: TestService, systemid: string): Promise<Record<string, number>> {
  const trades = await service.list('requestTradesOpen', { systemid });
  return Object.fromEntries(
    trades.map((trade) => {
      const quantity = Number(trade['quant_opened']) - Number(trade['quant_closed']);
      return [text(trade, 'symbol'), trade['long_or_short'] === 'long' ? quantity : -quantity] as const;
    }),
  );
}

/** The working orders as texts like 'BTO 100 AAPL', oldest first. */
export async function workingOrders(service: TestService, systemid: string): Promise<string[]> {
  const signals = await service.list('retrieveSignalsWorking', { systemid });
  return signals.map((signal) => `${text(signal, 'action')} ${text(signal, 'quant')} ${text(signal, 'symbol')}`);
}

/** Sends a command with the key and the path of the private platform. Returns the answer. */
export async function asPlatform(service: TestService, command: string, fields: object): Promise<Members> {
  const body = { apikey: service.ready.platform.apikey, ...fields };
  return (await service.post(service.platformPath(command), JSON.stringify(body))).json;
}
