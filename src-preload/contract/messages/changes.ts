import type { Message, Text } from '../message.ts';

type Field = { readonly field: string };
type OfLine = Field & { readonly line: number };

/** Sets of changes on a private platform. `field`: the platform's name of a field. */
export type ChangeMessages = {
  'change.platform-only': object;
  'change.not-stored': object;
  'change.too-many': { readonly max: number };
  'change.not-read': { readonly reason: Text };
  'change.not-verified': { readonly reason: Text };
  'change.unknown-plan': object;
  'change.outdated': object;
  'change.not-typed': { readonly name: string };
  /** The password of this person has a wrong length, or is missing. */
  'change.password': { readonly name: string; readonly min: number; readonly max: number };
  'change.run-open': object;
  'change.not-running': object;
  'change.not-paused': object;
  /** Why a run is paused. */
  'change.paused': object;
  'change.restarted': object;
  'change.row-unknown': object;
  'change.password-again': object;
  'change.key-refused': object;
  /** What is wrong with a change by itself. */
  'change.missing': Field;
  /** The field cannot be cleared. */
  'change.not-cleared': Field;
  'change.exponent': Field;
  /** The value contains spaces. */
  'change.blank': Field;
  'change.not-an-id': Field;
  'change.not-a-flag': Field;
  'change.not-whole': Field;
  'change.not-a-time': Field;
  'change.no-such-time': Field;
  'change.too-long': Field & { readonly max: number };
  /** Every field is empty. */
  'change.empty': Field;
  /** The operation has no such field. */
  'change.not-taken': Field & { readonly op: string };
  'change.bounds': Field & { readonly unit: 'characters' | 'number'; readonly min: number; readonly max: number };
  /** What is wrong in a file. */
  'change.unknown-column': Field;
  'change.column-twice': Field;
  'change.no-column': Field;
  'change.password-column': Field;
  'change.unknown-op': Field;
  'change.extra-cell': Field;
  'change.encoding': Field;
  'change.quote': object;
  /** `line` is that of the other change; 0 if that change was staged before the file was read. */
  'change.twice': OfLine;
  /** The set begins and ends the same subscription. */
  'change.begin-and-end': OfLine;
  'change.deleted-too': OfLine;
  /** Why a change does not fit what the platform shows. */
  'change.unknown-person': Field;
  'change.unreadable-person': Field;
  'change.is-deleted': Field;
  'change.unknown-license': Field;
  'change.unknown-strategy': Field;
  'change.unknown-owner': Field;
  'change.not-subscribed': Field;
  /** Warnings of a row. */
  'change.repeated-hour': object;
  'change.past-end': object;
  'change.ends-strategy': object;
  'change.not-known': object;
  'change.owner-moves': { readonly to: string };
  /** Checks of a plan. */
  'change.problems': { readonly count: number };
  'change.nothing': { readonly noOps: number };
  'change.delete-limit': { readonly count: number; readonly max: number };
  'change.other-plan': object;
  'change.deletes': { readonly count: number };
  'change.open-positions': { readonly strategies: number; readonly positions: number };
  'change.unknown-positions': { readonly strategies: number };
  'change.rows-warn': { readonly count: number; readonly text: Message };
  'change.links-not-listed': object;
  'change.no-ops': { readonly count: number };
  'change.unknown-amounts': { readonly count: number };
};
