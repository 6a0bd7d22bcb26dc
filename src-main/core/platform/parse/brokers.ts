import type { BrokerChoice, BrokerList } from '#contract/model/broker.ts';
import { flag, nonZeroText, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { id } from './scalars.ts';

export type ParsedBrokers = Omit<BrokerList, 'choices'> & { readonly choices: Parsed<BrokerChoice> };

/** `filters` are the filters that were set, by their names in the echo. */
export type BrokerListRequest = {
  readonly systemId: string;
  readonly personId: string | null;
  readonly filters?: readonly string[];
};

/**
 * Parses `success` of `getListAvailableBrokers`. Null if it is not a list of brokers, if it is for
 * another strategy or person, or if a filter was not applied: the filter was set, but is echoed as
 * not set or as not given (''). A parameter that is missing in `parameters_in` counts as the
 * requested one.
 */
export const parseBrokers = (value: unknown, request: BrokerListRequest): ParsedBrokers | null => {
  if (!isRecord(value)) return null;
  const classes = value['brokers_available'];
  if (!Array.isArray(classes)) return null;
  const parameters = isRecord(value['parameters_in']) ? value['parameters_in'] : {};
  if (!matchesRequest(parameters, request)) return null;
  const parts = classes.map(parseClass);
  return {
    country: nonZeroText(parameters['countrycode']),
    personId: id(parameters['personid']),
    choices: {
      items: parts.flatMap(({ items }) => items),
      bad: parts.reduce((sum, { bad }) => sum + bad, 0),
      problems: [...new Set(parts.flatMap(({ problems }) => problems))],
    },
  };
};

const matchesRequest = (parameters: JsonObject, { systemId, personId, filters = [] }: BrokerListRequest): boolean =>
  [systemId, null].includes(id(parameters['systemid'])) &&
  (personId === null || [personId, null].includes(id(parameters['personid']))) &&
  filters.every((name) => flag(parameters[name]) !== false && parameters[name] !== '');

const noList = { items: [], bad: 1, problems: ['broker: brokerChoicesForThisParentClass'] };

const parseClass = (record: unknown): Parsed<BrokerChoice> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const parent = {
    className: textOrNull(wire['brokerClassName'])?.trim() ?? '',
    imageUrl: textOrNull(wire['brokerClassImageURL']) ?? '',
    preferred: flag(wire[preferredMember(wire)]),
  };
  return parseList(wire['brokerChoicesForThisParentClass'], (one) => parseChoice(one, parent)) ?? noList;
};

/** The flag's name contains the short name of the service (platform-api "Broker"). */
const preferredMember = (wire: JsonObject): string =>
  Object.keys(wire).find((name) => /^is_\w+_preferred$/.test(name)) ?? 'is_svc_preferred';

const parseChoice = (
  record: unknown,
  parent: Pick<BrokerChoice, 'className' | 'imageUrl' | 'preferred'>,
): ParsedRecord<BrokerChoice> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const code = textOrNull(wire['brokercode'])?.trim() ?? '';
  if (code === '' || typeof wire['brokercode'] === 'boolean') return { problem: 'broker: brokercode' };
  return {
    code,
    name: textOrNull(wire['brokername'])?.trim() ?? code,
    ...parent,
    trades: {
      stock: flag(wire['broker_trades_stocks']),
      option: flag(wire['broker_trades_options']),
      future: flag(wire['broker_trades_futures']),
      forex: flag(wire['broker_trades_forex']),
    },
    manualTrading: flag(wire['manual_trading_allowed']),
    onlyOutsideUsa: flag(wire['onlynonusacustomers']),
    secondary: flag(wire['this_is_secondary_choice_available_only_if_brokercode_used']),
    needs: {
      password: flag(wire['needAccountPW']),
      accountNumber: flag(wire['needAccountNum']),
      userId: flag(wire['need_broker_userid']),
    },
    userIdLabel: textOrNull(wire['textlabel_for_broker_userid'])?.trim() || null,
    accountGuid: nonZeroText(wire['personid_is_trading_here_broker_account_guid']),
  };
};
