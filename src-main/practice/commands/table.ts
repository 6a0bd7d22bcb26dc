import { changeAutoTrade, startAutoTrade, stopAutoTrade } from './autotrade.ts';
import { getListAvailableBrokers } from './brokers.ts';
import { cancelSignal } from './cancel.ts';
import type { Command } from './command.ts';
import { getDesiredPositions, setDesiredPositions } from './desired.ts';
import { retrieveSystemEquity } from './equity.ts';
import { changeSoftwareLicenseStatus, createSoftwareLicenseRecordPlatform } from './licenses.ts';
import { changePersonAttribute, deleteUser, listAllPeople } from './people.ts';
import { retrieveSignalsAll, retrieveSignalsWorking } from './signals.ts';
import { getSystemDetails, getSystemRoster, listAllSystems, requestMarginEquity } from './strategies.ts';
import { changeSystemAttribute, createNewSystem } from './strategy-admin.ts';
import { submitSignal } from './submit.ts';
import {
  getListSubscribers,
  privateSubManagementEndSubscription,
  subscribeToStrategy,
  unsubscribeFromStrategy,
} from './subscribers.ts';
import { requestAllTradesOverview, requestTrades, requestTradesOpen } from './trades.ts';

/**
 * The commands by their names in the path. A new command needs a line here and a function in a file
 * of its subject.
 */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['listAllSystems', listAllSystems],
  ['getSystemRoster', getSystemRoster],
  ['getSystemDetails', getSystemDetails],
  ['retrieveSignalsWorking', retrieveSignalsWorking],
  ['retrieveSignalsAll', retrieveSignalsAll],
  ['submitSignal', submitSignal],
  ['cancelSignal', cancelSignal],
  ['requestTrades', requestTrades],
  ['requestTradesOpen', requestTradesOpen],
  ['requestAllTrades_overview', requestAllTradesOverview],
  ['getDesiredPositions', getDesiredPositions],
  ['setDesiredPositions', setDesiredPositions],
  ['getListAvailableBrokers', getListAvailableBrokers],
  ['startAutoTrade', startAutoTrade],
  ['changeAutoTrade', changeAutoTrade],
  ['stopAutoTrade', stopAutoTrade],
  ['retrieveSystemEquity', retrieveSystemEquity],
  ['requestMarginEquity', requestMarginEquity],
  ['getListSubscribers', getListSubscribers],
  ['subscribeToStrategy', subscribeToStrategy],
  ['unsubscribeFromStrategy', unsubscribeFromStrategy],
  ['privateSubManagement_endSubscription', privateSubManagementEndSubscription],
  ['createNewSystem', createNewSystem],
  ['changeSystemAttribute', changeSystemAttribute],
  ['listAllPeople', listAllPeople],
  ['changePersonAttribute', changePersonAttribute],
  ['deleteUser', deleteUser],
  ['create_software_license_record_platform', createSoftwareLicenseRecordPlatform],
  ['change_software_license_status', changeSoftwareLicenseStatus],
]);
