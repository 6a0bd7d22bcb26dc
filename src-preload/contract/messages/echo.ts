type OrderMember = 'action' | 'quantity' | 'symbol' | 'type' | 'duration' | 'kind' | 'limit' | 'stop';

/**
 * A member of a submit that an answer or a list shows. `parent-` are those of a parent entered with
 * the order.
 */
export type EchoMember =
  | OrderMember
  | `parent-${OrderMember}`
  | 'strategy'
  | 'target'
  | 'stop-loss'
  | 'condition'
  | 'replaces'
  | 'group'
  | 'release'
  | 'both-alive'
  | 'parent';

/** Null: none. */
export type EchoDifference = {
  readonly member: EchoMember;
  readonly sent: string | null;
  readonly echoed: string | null;
};
