import type { Rehearsal } from '#contract/model/rehearsal.ts';
import type { Check, Preview, PreviewNode, Ticket } from '#contract/model/ticket.ts';
import { actionWords } from '#renderer/format/action-words.ts';

export const demoTicket: Ticket = {
  systemId: '91000001',
  action: 'BTO',
  quantity: '80',
  symbol: 'QQQ',
  instrument: 'stock',
  price: { kind: 'limit', limit: '471.00' },
  duration: 'DAY',
  profitTarget: '489.80',
  stopLoss: '461.60',
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
};

/** A preview in the format of core: the order of the ticket, its legs and an unchanged order. */
export function demoPreview(ticket: Ticket): Preview {
  const { price } = ticket;
  const priceText =
    price.kind === 'market' ? 'MKT' : price.kind === 'limit' ? `LMT ${price.limit}` : `STP ${price.stop}`;
  const node = (id: string, parentId: string | null, text: string, more: Partial<PreviewNode> = {}): PreviewNode => ({
    id,
    parentId,
    text,
    effect: 'new',
    basis: 'documented',
    ocaGroup: null,
    ...more,
  });
  const exit = ticket.action === 'BTO' ? 'STC' : 'BTC';
  const nodes = [
    node('order', null, `${ticket.action} ${ticket.quantity} ${ticket.symbol} ${priceText} ${ticket.duration}`),
  ];
  if (ticket.profitTarget !== null) {
    nodes.push(
      node('target', 'order', `${exit} ${ticket.quantity} LMT ${ticket.profitTarget}`, {
        effect: 'waits',
        ocaGroup: '1',
      }),
    );
  }
  if (ticket.stopLoss !== null) {
    nodes.push(
      node('stop', 'order', `${exit} ${ticket.quantity} STP ${ticket.stopLoss}`, { effect: 'waits', ocaGroup: '1' }),
    );
  }
  nodes.push(node('s802', null, 'STC 100 AAPL LMT 189.00', { effect: 'unchanged', basis: 'assumed' }));
  const checks: Check[] = [];
  if (ticket.stopLoss === null && ticket.action !== 'STC' && ticket.action !== 'BTC') {
    checks.push({ code: 'naked', level: 'note', text: 'No stop: this entry has no protection.', field: 'stopLoss' });
  }
  if (BigInt(ticket.quantity) > 150n) {
    checks.push({
      code: 'size',
      level: 'warn',
      text: 'More than twice your usual size in this symbol (80).',
      field: 'quantity',
    });
  }
  return {
    summary: `${actionWords[ticket.action]}: 100 → ${100n + BigInt(ticket.quantity)} ${ticket.symbol}`,
    nodes,
    changes: [],
    twoSteps: false,
    checks,
    risk: ticket.stopLoss === null ? null : '$430.00',
    reward: ticket.profitTarget === null ? null : '$650.00',
  };
}

/** A rehearsal in which the order of the ticket was filled. */
export function demoOrderRehearsal({ action, quantity, symbol }: Ticket): Rehearsal {
  return {
    lines: [
      {
        code: 'rehearsal.order',
        role: 'order',
        action,
        quantity,
        symbol,
        kind: 'limit',
        price: '471.00',
        state: 'traded',
      },
    ],
    price: '471.00',
    isPriceSet: true,
    refusedSignals: 0,
    isAccepted: true,
  };
}
