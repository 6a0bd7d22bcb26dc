/** Commands that start, change and stop the copy of a strategy at a broker. */
export const copyCommands: ReadonlySet<string> = new Set(['startAutoTrade', 'changeAutoTrade', 'stopAutoTrade']);

/** A row of the journal's acts, as far as it names its press. */
export type ActWanted = {
  readonly command: string;
  readonly target: { readonly id: string };
  readonly wanted: {
    readonly kind?: string;
    readonly positions?: readonly { readonly symbol: string; readonly instrument: string; readonly quantity: string }[];
    readonly leave?: boolean;
    readonly settings?: { readonly maxDollarsStocks: number };
  };
};

type Body = Partial<Record<string, string | number>> & {
  readonly positions?: readonly { readonly symbol: string; readonly typeofsymbol: string; readonly quant: string }[];
};

/**
 * The text by which a request and the row of its press are compared; null for a request that is no
 * act. Each start and change has a limit of its own, so that its key belongs to one press.
 */
export function keyOfRequest(command: string, text: string): string | null {
  const isCopy = copyCommands.has(command);
  if (!isCopy && command !== 'setDesiredPositions') return null;
  const body = JSON.parse(text) as Body;
  if (isCopy) {
    const mark = command === 'stopAutoTrade' ? body['leavePositionsAndOrdersUntouched'] : body['max_dollars_stocks'];
    return keyOf(command, `${body['systemid'] ?? ''} ${body['brokercode'] ?? ''}`, String(mark));
  }
  const lines = (body.positions ?? []).map(({ symbol, typeofsymbol, quant }) => `${symbol} ${typeofsymbol} ${quant}`);
  return keyOf(command, String(body['systemid']), lines.join(', '));
}

export function keyOfAct({ command, target, wanted }: ActWanted): string {
  if (command === 'stopAutoTrade') return keyOf(command, target.id, wanted.leave === true ? '1' : '0');
  if (copyCommands.has(command)) return keyOf(command, target.id, String(wanted.settings?.maxDollarsStocks));
  const { kind = '', positions } = wanted;
  const lines = positions?.map(({ symbol, instrument, quantity }) => `${symbol} ${instrument} ${quantity}`);
  return keyOf(command, target.id, lines?.join(', ') ?? `${kind} ${kind} 0`);
}

const keyOf = (command: string, target: string, mark: string): string => `${command} ${target} ${mark}`;

/** What was known of the link before, as far as it decides whether a reading can prove the act. */
export type ActBefore = { readonly accountGuid?: string | null; readonly isListed?: boolean } | null;

/** Whether a reading of the platform can show what became of the act (acts.md 1). */
export function isProvable(command: string, before: ActBefore): boolean {
  const guid = before?.accountGuid ?? null;
  if (command === 'startAutoTrade') return before?.isListed === true && guid === null;
  if (command === 'stopAutoTrade') return guid !== null;
  return command !== 'changeAutoTrade';
}
