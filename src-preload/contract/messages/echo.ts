/** `type` is the instrument type, `kind` the order type. */
type OrderMember = 'action' | 'quantity' | 'symbol' | 'type' | 'duration' | 'kind' | 'limit' | 'stop';

/**
 * A member of a submit that an answer or a list shows. Names with `parent-` are members of a parent
 * that was entered with the order.
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

/** A difference between what was sent and what the platform shows. Null: the member is absent. */
export type EchoDifference = {
  readonly member: EchoMember;
  readonly sent: string | null;
  readonly echoed: string | null;
};
