/** Commands that start, change and stop the copy of a strategy at a broker. */
const copyCommands: ReadonlySet<string> = new Set(['startAutoTrade', 'changeAutoTrade', 'stopAutoTrade']);

/**
 * Commands whose unknown outcome raises an alarm. An unknown target list is shown in the state of
 * its strategy instead.
 */
export const alarmedCommands: ReadonlySet<string> = new Set([
  ...copyCommands,
  'subscribeToStrategy',
  'unsubscribeFromStrategy',
  'createNewSystem',
  'changeSystemAttribute',
  'changePersonAttribute',
]);

export const actCommands: ReadonlySet<string> = new Set(['setDesiredPositions', ...alarmedCommands]);

type Positions = readonly { readonly symbol: string; readonly instrument: string; readonly quantity: string }[];

/** The members of an act's row in the journal that identify its press. */
export type ActWanted = {
  readonly command: string;
  readonly target: { readonly id: string };
  readonly wanted: {
    readonly kind?: string;
    readonly positions?: Positions;
    readonly leave?: boolean;
    readonly settings?: { readonly maxDollarsStocks: number };
    readonly strategy?: { readonly name: string };
    readonly attributes?: { readonly shortDescription?: string; readonly firstName?: string };
  };
};

type Body = Partial<Record<string, string | number>> & {
  readonly positions?: readonly { readonly symbol: string; readonly typeofsymbol: string; readonly quant: string }[];
};

/**
 * By command: the members of the request that name its target, and the member whose value
 * identifies its press, the mark.
 */
const members: Readonly<Record<string, { readonly target: readonly string[]; readonly mark?: string }>> = {
  startAutoTrade: { target: ['systemid', 'brokercode'], mark: 'max_dollars_stocks' },
  changeAutoTrade: { target: ['systemid', 'brokercode'], mark: 'max_dollars_stocks' },
  stopAutoTrade: { target: ['systemid', 'brokercode'], mark: 'leavePositionsAndOrdersUntouched' },
  subscribeToStrategy: { target: ['systemid'] },
  unsubscribeFromStrategy: { target: ['systemid'] },
  createNewSystem: { target: ['ownerpersonid'], mark: 'name' },
  changeSystemAttribute: { target: ['systemid'], mark: 'shortDescription' },
  changePersonAttribute: { target: ['personid'], mark: 'firstname' },
};

/**
 * The text by which a request and the row of its press are compared; null for a request that is no
 * act. Most presses have a mark of their own, see `hasOwnMark`.
 */
export function keyOfRequest(command: string, text: string): string | null {
  if (!actCommands.has(command)) return null;
  const body = JSON.parse(text) as Body;
  const memberNames = members[command];
  if (memberNames === undefined) {
    const lines = (body.positions ?? []).map(({ symbol, typeofsymbol, quant }) => `${symbol} ${typeofsymbol} ${quant}`);
    return keyOf(command, String(body['systemid']), lines.join(', '));
  }
  const target = memberNames.target.map((name) => body[name] ?? '').join(' ');
  return keyOf(command, target, memberNames.mark === undefined ? '' : String(body[memberNames.mark]));
}

export function keyOfAct({ command, target, wanted }: ActWanted): string {
  if (command === 'setDesiredPositions') return keyOf(command, target.id, markOfTargetList(wanted));
  return keyOf(command, target.id, markOf(command, wanted));
}

function markOf(command: string, { attributes, leave, settings, strategy }: ActWanted['wanted']): string {
  switch (command) {
    case 'stopAutoTrade':
      return leave === true ? '1' : '0';
    case 'createNewSystem':
      return String(strategy?.name);
    case 'changeSystemAttribute':
      return String(attributes?.shortDescription);
    case 'changePersonAttribute':
      return String(attributes?.firstName);
    default:
      return copyCommands.has(command) ? String(settings?.maxDollarsStocks) : '';
  }
}

function markOfTargetList({ kind = '', positions }: ActWanted['wanted']): string {
  const lines = positions?.map(({ symbol, instrument, quantity }) => `${symbol} ${instrument} ${quantity}`);
  return lines?.join(', ') ?? `${kind} ${kind} 0`;
}

const keyOf = (command: string, target: string, mark: string): string => `${command} ${target} ${mark}`;

/**
 * Whether the key belongs to one press only. A stop of a copy, a subscription or its end, and
 * `stop` or `flat` in place of a target list have no mark of their own.
 */
export const hasOwnMark = ({ command, key }: { readonly command: string; readonly key: string }): boolean =>
  !['stopAutoTrade', 'subscribeToStrategy', 'unsubscribeFromStrategy'].includes(command) &&
  !/ (stop|flat) \1 0$/.test(key);

/**
 * What was known of the target before the act. It decides whether a reading can prove the outcome.
 */
export type ActBefore = {
  readonly accountGuid?: string | null;
  readonly isListed?: boolean | null;
  readonly systemIds?: readonly string[] | null;
  readonly attributes?: { readonly shortDescription?: string | null };
} | null;

/** Whether a reading of the platform can show what became of the act (acts.md 1). */
export function isProvable(command: string, before: ActBefore): boolean {
  const guid = before?.accountGuid ?? null;
  switch (command) {
    case 'startAutoTrade':
      return before?.isListed === true && guid === null;
    case 'stopAutoTrade':
      return guid !== null;
    case 'subscribeToStrategy':
      return before?.isListed === false;
    case 'unsubscribeFromStrategy':
      return before?.isListed === true;
    case 'createNewSystem':
      return Array.isArray(before?.systemIds);
    case 'changeAutoTrade':
    case 'changePersonAttribute':
      return false;
    // changeSystemAttribute sets a short description that no strategy had before. A target list is
    // read back as it was sent.
    default:
      return true;
  }
}
