const words: Readonly<Record<string, string>> = {
  submitSignal: 'send order',
  cancelSignal: 'cancel order',
  retrieveSignalsWorking: 'working orders',
  retrieveSignalsAll: 'all orders',
  getDesiredPositions: 'target portfolio',
  getListSubscribers: 'subscribers',
  listAllPeople: 'people',
  requestTrades: 'trades',
  requestTradesOpen: 'open trades',
  requestAllTrades_overview: 'trade overview',
  retrieveSystemEquity: 'equity',
  requestMarginEquity: 'account figures',
  getSystemDetails: 'strategy details',
  listAllSystems: 'strategies',
  getSystemRoster: 'roster',
  getListAvailableBrokers: 'brokers',
  setDesiredPositions: 'target portfolio',
  startAutoTrade: 'start AutoTrade',
  changeAutoTrade: 'change AutoTrade',
  stopAutoTrade: 'stop AutoTrade',
  subscribeToStrategy: 'subscribe',
  createNewSystem: 'create strategy',
  changePersonAttribute: 'change profile',
  changeSystemAttribute: 'change strategy',
  unsubscribeFromStrategy: 'end subscription',
  privateSubManagement_endSubscription: 'end subscription at a time',
  create_software_license_record_platform: 'create license',
  change_software_license_status: 'change license',
  deleteUser: 'delete person',
};

/** The purpose of a platform command in words, or its name if there are none. */
export function commandWords(command: string): string {
  return words[command] ?? command;
}
