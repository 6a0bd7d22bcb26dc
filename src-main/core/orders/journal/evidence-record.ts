import Type from 'typebox';

/**
 * The rule that decided about an order, and the records that it used (order-safety 4.7). For an
 * order of an earlier run `seconds` count from the start of its checks in this run.
 */
type Rule =
  /** `status` is the platform's word. `parent-own-id`: the record is that of the nested parent. */
  | {
      readonly rule: 'own-id' | 'fingerprint' | 'parent-own-id' | 'record';
      readonly serviceId: string;
      readonly status: string;
    }
  /** The lists show the nested parent and not the order itself. */
  | { readonly rule: 'parent-only' }
  /** A list shows more than one record of the order or of a leg, with different content. */
  | { readonly rule: 'contradicted' }
  /** `problem` names the members that cannot be read. */
  | { readonly rule: 'unreadable-own-id'; readonly serviceId: string | null; readonly problem: string }
  /**
   * The order cannot be verified `seconds` after its send. An unreadable record could be the order
   * (`unreadable-record`), or the lists may not show every order of the strategy.
   */
  | { readonly rule: 'unreadable-record' | 'lists-incomplete'; readonly seconds: number }
  /** Every record that the ambiguous order could be belongs to another order now. */
  | { readonly rule: 'candidates-claimed' }
  /** A list shows the record that was taken for the order under another own id. */
  | { readonly rule: 'record-of-other'; readonly serviceId: string }
  /** Successive readings of the working list contradict the order as it was sent. */
  | { readonly rule: 'two-lists' }
  /** The trader chose the record of the order. */
  | { readonly rule: 'picked'; readonly serviceId: string }
  /**
   * Neither list shows the order `seconds` after its send. `replaced` is what they show of the
   * replaced order, null if the order replaces none.
   */
  | {
      readonly rule: 'absent';
      readonly seconds: number;
      readonly replaced: { readonly serviceId: string; readonly status: string } | 'unlisted' | null;
    }
  /** Neither list shows the refused order. `working` and `posted` count the records of each. */
  | { readonly rule: 'not-listed'; readonly working: number; readonly posted: number }
  /** The platform refused the order, and lists several orders that equal it. */
  | { readonly rule: 'equal-listed'; readonly serviceIds: readonly string[] }
  /** The record of the replaced order shows when that order was canceled. */
  | { readonly rule: 'canceled-time'; readonly serviceId: string }
  /** The cancel is assumed, because the part of the journal that would show it is lost. */
  | { readonly rule: 'lost-part' }
  /** The answer to a cancel, verbatim. */
  | { readonly rule: 'cancel-answer'; readonly answer: readonly string[] };

/** Journals of earlier versions contain sentences. They are never used for a decision. */
export type EvidenceRecord = Rule | string;
export const EvidenceRecord = Type.Unsafe<EvidenceRecord>(
  Type.Union([Type.String(), Type.Object({ rule: Type.String() })]),
);
