const words: Readonly<Record<string, string>> = {
  submitSignal: 'send order',
  cancelSignal: 'cancel order',
  retrieveSignalsWorking: 'working signals',
  retrieveSignalsAll: 'all signals',
  requestTrades: 'trades',
  requestTradesOpen: 'open trades',
  requestAllTrades_overview: 'trade overview',
  retrieveSystemEquity: 'equity',
  requestMarginEquity: 'account figures',
  getSystemDetails: 'strategy details',
  listAllSystems: 'strategies',
  getSystemRoster: 'roster',
};

/** What a request of the platform is for, in the trader's words; its own name where we have none. */
export function commandWords(command: string): string {
  return words[command] ?? command;
}
